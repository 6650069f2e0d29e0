"""HTTP and what stands around it: the middleware, the limits, the pages made ahead, sessions, start and stop."""

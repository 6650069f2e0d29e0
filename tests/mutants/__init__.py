"""Random one-token changes of the code, and the question whether a test notices."""

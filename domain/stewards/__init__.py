"""The people at the desk: a small event stream of its own, named `stewards`."""

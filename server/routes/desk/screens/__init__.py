"""The desk's pages about the screens in the hall."""

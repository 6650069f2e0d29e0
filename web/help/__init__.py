"""The manual's pages: which there are, in reading order, and which of them explains a page of the desk."""

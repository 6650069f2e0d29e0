"""The screens in the hall as named parts of a page."""

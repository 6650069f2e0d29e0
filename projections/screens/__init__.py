"""The contents of the screens in the hall: which contents now, and what each of them says."""

"""What the screens in the hall show: which contents now, and what each of them says."""

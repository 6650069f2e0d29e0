"""Rating lists beside the journal: each in a file of its own in the data directory, replaced in one step."""

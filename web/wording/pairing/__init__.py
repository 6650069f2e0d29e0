"""Why a round is paired as it is, in sentences: a file for each edition."""

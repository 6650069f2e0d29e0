"""Parts that two editions of a Swiss system really share."""

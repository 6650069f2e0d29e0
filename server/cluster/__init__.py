"""Several processes over one journal: whose tournament it is, and how the others reach its owner."""

"""The arbiters' office: decisions are taken on what is in memory, and written to the journal."""

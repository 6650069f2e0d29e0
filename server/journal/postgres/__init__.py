"""The journal in PostgreSQL, for several processes and hosts."""

"""Requests in, pages out. The table of all addresses is `server/app.py`."""

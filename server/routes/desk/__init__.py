"""The arbiter's desk. Every handler takes a `Visit`; who may knock and what a form must carry is `visit.py`."""

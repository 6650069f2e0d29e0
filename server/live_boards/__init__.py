"""Files of programs for electronic boards, watched as long as the arbiter wants.

folder.py     which files may be watched
reading.py    what stands in them, also while they are being written
watching.py   who watches what, and who is told when it changes
"""

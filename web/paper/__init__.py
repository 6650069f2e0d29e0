"""Paper: lists, slips, cards, certificates and reports as PDF, set by typst from plain data.

papers.py       which papers there are, who may have them, and what each is made of
sheets.py       the few kinds of sheet that all of them are laid out as
laying_out.py   sheets to data
typesetting.py  data to PDF
"""

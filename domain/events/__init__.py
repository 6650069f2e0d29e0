"""Everything that can happen to a tournament, in the past tense. These names and shapes are for ever.

An event says what was *decided*: boards, numbers, lots and seeds, so that replay never runs an
engine, reads a clock or rolls a die. Results are codes, byes have no value: points are a matter
of the regulations. Each type declares its `Integrity`: what the FIDE checklist calls a pairing
integrity breaching event is marked here and nowhere else, and the desk, the history and the
comment lines of the report file are derived from the mark.

A file for each subject; `event.py` is the list of them all.
"""

from domain.events.arena import *
from domain.events.entrants import *
from domain.events.event import *
from domain.events.fees import *
from domain.events.integrity import *
from domain.events.numbers import *
from domain.events.playoffs import *
from domain.events.results import *
from domain.events.rounds import *
from domain.events.tournament import *

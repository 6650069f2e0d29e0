"""Every reason the desk may say no. Data only: the sentences live in `web/wording/refusals.py`.

A file for each subject.
"""

from domain.refusals.entrants import *
from domain.refusals.festivals import *
from domain.refusals.files import *
from domain.refusals.playoffs import *
from domain.refusals.refusal import *
from domain.refusals.results import *
from domain.refusals.rounds import *
from domain.refusals.teams import *
from domain.refusals.tournament import *

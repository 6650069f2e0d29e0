"""Every reason the desk may say no. Data only: the sentences live in `web/wording/refusals/`.

A file for each subject.
"""

from domain.refusals.entrants import *
from domain.refusals.festivals import *
from domain.refusals.refusal import *
from domain.refusals.results import *
from domain.refusals.rounds import *
from domain.refusals.tournament import *

"""Rows beside the journal, which may be erased: personal data, queues, subscriptions, deliveries, summaries."""

from server.journal.side.accounts import CREATE_ACCOUNTS
from server.journal.side.channels import CREATE_CHANNELS
from server.journal.side.deliveries import CREATE_DELIVERY_TABLES
from server.journal.side.entry_queue import CREATE_ENTRY_QUEUE, CREATE_LETTERS
from server.journal.side.handoffs import CREATE_HANDOFFS
from server.journal.side.lichess import CREATE_BROADCASTS, CREATE_PLAYED_THERE
from server.journal.side.personal import CREATE_PERSONAL, CREATE_PHOTOS
from server.journal.side.persons import CREATE_PERSONS
from server.journal.side.programs import CREATE_PROGRAM_TABLES
from server.journal.side.pushes import CREATE_PUSH_TABLES
from server.journal.side.summaries import CREATE_SUMMARIES

CREATE_TABLES = (
    *CREATE_ACCOUNTS,
    *CREATE_PERSONS,
    CREATE_PERSONAL,
    CREATE_PHOTOS,
    CREATE_ENTRY_QUEUE,
    CREATE_LETTERS,
    *CREATE_PUSH_TABLES,
    *CREATE_PROGRAM_TABLES,
    *CREATE_DELIVERY_TABLES,
    CREATE_CHANNELS,
    CREATE_BROADCASTS,
    *CREATE_PLAYED_THERE,
    CREATE_HANDOFFS,
    CREATE_SUMMARIES,
)
"""The tables beside the events, in both databases."""

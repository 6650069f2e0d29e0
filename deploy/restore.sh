#!/bin/sh
# Put a copy of the journal in its place, after every hash chain in it was checked. The server must be stopped;
# what was there is kept under another name.
#   sh restore.sh /media/stick/tablo/tablo-20260711T180000Z.sqlite
#   sh restore.sh --drill COPY        everything except putting it in place: do this once a month
# TABLO: the program (default: the one of the README); TABLO_DATA: the data directory.
set -eu
umask 077

tablo=${TABLO:-/opt/tablo/bin/tablo}
TABLO_DATA=${TABLO_DATA:-/var/lib/tablo}
export TABLO_DATA

"$tablo" restore "$@"

# Root puts it in place; the server, whose directory it is, must own it.
if [ -f "$TABLO_DATA/tablo.sqlite" ]; then
    chown "$(stat -L -c %u:%g "$TABLO_DATA")" "$TABLO_DATA/tablo.sqlite"
fi

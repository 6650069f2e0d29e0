#!/bin/sh
# A checked copy of the journal, while the server runs, in a folder that keeps the newest thirty.
#   sh backup.sh /media/stick/tablo
# TABLO_BACKUPS: the folder, if none is given; TABLO: the program (default: the one of the README); TABLO_DATA: the data
# directory. The folder must be there: a stick that is not plugged in must not become a folder on the disk that dies.
set -eu
umask 077

folder=${1:-${TABLO_BACKUPS:?is not set; which folder? For example: sh backup.sh /media/stick/tablo}}
tablo=${TABLO:-/opt/tablo/bin/tablo}
kept=30
TABLO_DATA=${TABLO_DATA:-/var/lib/tablo}
export TABLO_DATA

[ -d "$folder" ] || { echo "There is no folder $folder. Is its disk plugged in? Otherwise: mkdir -p $folder" >&2; exit 2; }
new="$folder/tablo-$(date -u +%Y%m%dT%H%M%SZ).sqlite"
"$tablo" backup --to "$new"

# The names sort by time; the new copy stays, even if the clock was set back.
for copy in "$folder"/tablo-*.sqlite; do
    [ "$copy" = "$new" ] || printf '%s\n' "$copy"
done | sort -r | tail -n +"$kept" | while IFS= read -r old; do
    rm -- "$old"
done

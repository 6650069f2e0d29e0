"""A list of players as another program writes it: `{"players": [{"name": ..., "elo": ...}]}`."""

import json

from domain.files.readers import FileReader

TABLO_PLUGIN_API = 1


def is_json(data: bytes) -> bool:
    return data.lstrip().startswith(b'{"players"')


def rows(data: bytes) -> list[list[str]]:
    players = json.loads(data)["players"]
    return [["Name", "Rating"], *([one["name"], str(one.get("elo", ""))] for one in players)]


JSON_LIST = FileReader("json-list", is_json, rows)

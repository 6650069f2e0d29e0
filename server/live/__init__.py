"""The live feed: from "something was committed" to the same bytes on a thousand sockets.

In reading order: `frames` (a view as named parts, the difference of two views, frames for the wire), `channels`
(what is followed, and by whom), `hub` (when which is rendered and sent), `connections` (websockets without a task, and
followers with one), `limits`, `topics` (views of tournaments, festivals and screens), `routes` (the two addresses).
"""

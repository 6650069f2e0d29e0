"""The live feed: from "something was committed" to the same bytes on a thousand sockets.

In reading order: `parts` (a view as named parts; the difference of two views), `frames` (what a
frame says), `stream` (one channel: its view, its ring, its followers), `publishing` (when what is
rendered), `wire` (a websocket without a task), `mailbox` (a follower that has a task: server-sent
events, and any other server), `limits` (what one address may take), `channels` (the streams that are followed),
`heart` (signs of life), `routes` (the two addresses). The hub that ties them together is `server/live/hub.py`.
"""

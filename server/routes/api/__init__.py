"""The door of other programs: keys instead of sessions, JSON instead of forms, the desk's own steps behind it."""

"""A hall ships its journal to a public mirror, which is the same program: `sender` in the hall, `receiver` there."""

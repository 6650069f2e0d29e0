"""Cards, which engines and tie-breaks read: one for each player, one line a round."""

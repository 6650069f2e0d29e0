"""What an engine or a tie-break reads: a card for each player, one line a round."""

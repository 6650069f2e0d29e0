"""What an organiser chooses beside the regulations: money, times, places, and who sees what."""

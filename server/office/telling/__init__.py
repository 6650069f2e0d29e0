"""Whoever is told: phones, letters, channels and programs; what is to be sent is stored first."""

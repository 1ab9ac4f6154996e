"""The extension pairings."""

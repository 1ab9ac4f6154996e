"""The extension playing."""

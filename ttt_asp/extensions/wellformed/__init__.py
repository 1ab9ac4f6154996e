"""The extension wellformed."""

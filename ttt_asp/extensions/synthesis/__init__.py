"""The extension synthesis."""

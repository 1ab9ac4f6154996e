"""The extension reports."""

"""The command line; nothing but this prints."""

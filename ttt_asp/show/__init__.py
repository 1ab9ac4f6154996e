"""Verdicts and sources as text for people; nothing here prints."""

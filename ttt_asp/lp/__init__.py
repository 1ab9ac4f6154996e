"""The text of logic programs: scanned, parsed, checked, and its dependencies."""

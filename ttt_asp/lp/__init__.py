"""The text of logic programs: scanned, parsed, checked, and what rests on what in it."""

"""The one way to ask clingo: ground a text, search for answer sets, within limits."""

"""Strategies: from a name, a term or a file to compositions of checked tactics."""

"""Games: from a name or a file to rules that are checked, and how positions are written."""

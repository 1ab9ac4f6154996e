"""All that is asked beside claims, a folder each; `ttt_asp/extension.py` knows their names."""

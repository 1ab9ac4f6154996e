"""The commands as functions of plain values; `ttt_asp` exports them all.

Each takes names and terms as the commands do, and returns a frozen result: print it, look at its
fields, or let a notebook show it.
"""

"""Games in the Game Description Language: read, checked, and translated to the rules of asp/."""

# What the names of such files end in: prefix and infix notation.
SUFFIXES = (".kif", ".hrf")

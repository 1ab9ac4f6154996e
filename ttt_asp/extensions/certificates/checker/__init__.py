"""The stand-alone checker of certificates: the standard library, nothing of ttt-asp.

To read in this order: `format`, the format of a file; `boards`, games of marking squares;
`symmetries`, positions up to those of the board; `positions`, the claim, and the walk through all
plays; `ground_rules`, any other game; `replies`, answers to the first moves, after which there is
a pairing; `periodic`, pairs for boards of any size; `main`. Put together they are one program,
which needs none of this package to run:

    cat fo*.py bo*.py sy*.py p*.py gr*.py r*.py main.py | grep -v '^from [.]' >OUT

with `verify_certificate.py` for OUT, say; `python verify_certificate.py FILE` checks a certificate.
For `cat` and `grep` to do, an import from another of these modules is one line, and no name is
defined in two of them.
"""

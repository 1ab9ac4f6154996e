"""What has no translation for every size: said with the place, and the way to say it otherwise."""

from ttt_asp.errors import Diagnostic, Location, Unsuited


class Refusal(Exception):
    """Something in a rule has no translation.

    Attributes:
        what: is wrong. hint: the way to say it otherwise. where: the rule, once it is known.
    """

    def __init__(self, what: str, hint: str, where: Location | None = None) -> None:
        super().__init__(what)
        self.what, self.hint, self.where = what, hint, where

    def at(self, where: Location) -> "Refusal":
        """The same, at a place, unless it has one."""
        return Refusal(self.what, self.hint, self.where or where)

    def unsuited(self) -> Unsuited:
        """The error that users see."""
        return Unsuited([Diagnostic(self.what, self.where, self.hint)])

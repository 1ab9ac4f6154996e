"""What users' bots import: `adapt`, which the extension that asks bots brings."""

from collections.abc import Callable

from ttt_asp.extension import hook, missing

_found = hook("adapt")
if _found is None:
    raise ImportError(f"bots are adapted by {missing('program:')}")
adapt: Callable[..., Callable[[str, str], object]] = _found

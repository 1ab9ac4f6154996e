"""A command line in a process that goes on; `ttt_asp.__main__` is the program."""


def execute(arguments: list[str]) -> int:
    """Run a command in this process and return its exit status.

    Args:
        arguments: of the command line; what follows `--` is for clingo.
    """
    from ttt_asp.cli.execution import executed

    return executed(arguments)

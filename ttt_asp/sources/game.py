"""A game: its rules, the vocabulary it may use, and the facts that do not change in play."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import clingo
from clingo.ast import ASTType

from ttt_asp.errors import Diagnostic, InputError, Location, nearest, wrong
from ttt_asp.paths import ASP, label_of
from ttt_asp.patience import Deadline
from ttt_asp.sources.dependencies import closure, state_predicates
from ttt_asp.sources.lint import cycles, lint_rules
from ttt_asp.sources.source import Signature, Source, read
from ttt_asp.sources.terms import NotTerms, parse_terms


@dataclass(frozen=True)
class Game:
    """A game with its constants chosen.

    Attributes:
        name: as given to `-g`.
        rules: the game's own file.
        vocabulary: every file of the vocabulary, needed or not.
        constants: every declared constant and its value in force.
        facts: the ground facts that hold in every position, by predicate name, each a tuple
            of arguments.
    """

    name: str
    rules: Source
    vocabulary: tuple[Source, ...]
    constants: Mapping[str, str]
    facts: Mapping[str, tuple[tuple[clingo.Symbol, ...], ...]]

    @property
    def roles(self) -> tuple[str, ...]:
        """The roles, in the order in which the rules name them."""
        return tuple(str(role) for (role,) in self.facts["role"])

    @property
    def base(self) -> tuple[str, ...]:
        """Every fluent there is."""
        return tuple(str(fluent) for (fluent,) in self.facts.get("base", ()))

    @property
    def init(self) -> frozenset[str]:
        """The fluents of the initial position."""
        return frozenset(str(fluent) for (fluent,) in self.facts.get("init", ()))

    @property
    def horizon(self) -> int | None:
        """A number of moves that no play exceeds, if the game names one."""
        bounds = [number.number for (number,) in self.facts.get("horizon", ())]
        return max(bounds) if bounds else None

    @cached_property
    def defined(self) -> dict[Signature, str]:
        """The predicates that rules about a position may use, and the files they come from."""
        known: dict[Signature, str] = {("true", 1): "the rules of the frames"}
        for source in (*self.vocabulary, self.rules):
            known |= dict.fromkeys(source.defined, source.label)
        return known


def game_names() -> list[str]:
    """The names of the built-in games."""
    return sorted(path.stem for path in (ASP / "games").glob("*.lp"))


def load_game(name: str, constants: Mapping[str, str], deadline: Deadline | None = None) -> Game:
    """Read a game's rules and work out its constant facts.

    Args:
        name: of a built-in game.
        constants: values for constants that the game declares, as clingo terms.
        deadline: when to give up.

    Raises:
        InputError: no such game or constant, or a value that makes no game.
    """
    if name not in game_names():
        hint = nearest(name, game_names(), f"the games are {', '.join(game_names())}")
        raise wrong(f"there is no game {name}", Location("--game"), hint)
    rules = _read(ASP / "games" / f"{name}.lp")
    vocabulary = tuple(_read(path) for path in sorted((ASP / "vocabulary").glob("*.lp")))
    problems = list(lint_rules(rules, [ASTType.Definition])) + list(cycles([rules, *vocabulary]))
    if problems:
        raise InputError(problems)
    chosen = _choose(rules, constants)
    sources = closure([rules], vocabulary)
    text = _static(sources, chosen)
    facts = (deadline or Deadline()).run(lambda: _ground(text, rules.label))
    refusals = [str(reason.string) for (reason,) in facts.get("refuse", ())]
    if refusals:
        given = ", ".join(f"{key}={value}" for key, value in chosen.items())
        raise InputError(Diagnostic(reason, Location("-c"), given) for reason in refusals)
    named = [str(role) for (role,) in facts.get("role", ()) if str(role) in chosen]
    if named or not facts.get("role"):
        raise wrong(
            f"{rules.label} has a role named like a constant, or no role", Location(rules.label)
        )
    return Game(name, rules, vocabulary, chosen, facts)


def declared(rules: Source) -> dict[str, str]:
    """The constants that a game declares, and their default values."""
    definitions = (s.node for s in rules.statements if s.kind == ASTType.Definition)
    return {node.name: str(node.value) for node in definitions}


def _read(path: Path) -> Source:
    return read(path, label_of(path))


def _choose(rules: Source, constants: Mapping[str, str]) -> dict[str, str]:
    values = declared(rules)
    for name, value in constants.items():
        where = Location(f"-c {name}={value}")
        if name not in values:
            hint = nearest(name, list(values), f"it declares {', '.join(values)}")
            raise wrong(f"{rules.label} declares no constant {name}", where, hint)
        try:
            (symbol,) = parse_terms(value)
        except (NotTerms, ValueError) as error:
            reason = f": {error}" if isinstance(error, NotTerms) else ""
            raise wrong(f"{value} is not a value{reason}", where, "a number or a name") from None
        kind = parse_terms(values[name])[0].type
        if symbol.type != kind:
            wanted = "a number" if kind == clingo.SymbolType.Number else "a constant"
            raise wrong(f"{name} has to be {wanted}", where)
        values[name] = str(symbol)
    return values


def _static(sources: Sequence[Source], constants: Mapping[str, str]) -> str:
    state = state_predicates(sources)
    lines = [f"#const {name} = {value}." for name, value in constants.items()]
    for source in sources:
        for statement in source.statements:
            if statement.kind == ASTType.Rule and not any(
                a.signature in state for a in statement.atoms
            ):
                lines.append(source.text[statement.begin : statement.end].decode())
    return "\n".join(lines)


def _ground(text: str, label: str) -> dict[str, tuple[tuple[clingo.Symbol, ...], ...]]:
    messages: list[str] = []
    control = clingo.Control(["--warn=no-atom-undefined"], logger=lambda _, m: messages.append(m))
    try:
        control.add("base", [], text)
        control.ground()
    except RuntimeError:
        raise InputError(Diagnostic(m.strip(), Location(label)) for m in messages) from None
    if messages:
        raise InputError(Diagnostic(m.strip(), Location(label)) for m in messages)
    facts: dict[str, list[tuple[clingo.Symbol, ...]]] = {}
    for atom in control.symbolic_atoms:
        facts.setdefault(atom.symbol.name, []).append(tuple(atom.symbol.arguments))
    return {name: tuple(rows) for name, rows in facts.items()}

"""Games, strategies and claims that are drawn: as files for the product, and in plain Python."""

import random
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import brute_force
import oracle
import oracle_games as og
import oracle_piles as op
from brute_force import Explored, Move, Position
from conftest import examples, write
from drawn_tactics import Squares, rule_tactic
from hypothesis import Phase, settings
from oracle_hex import Hex
from oracle_walks import random_walk
from tables import constant, contents
from terms import Moves, Strategy, Undetermined, World, parse

Advice = Callable[[str, Position, str], Collection[Move]]


@dataclass(frozen=True, eq=False)
class Drawn:
    """A game.

    Attributes:
        world: the game with its tactics, in plain Python.
        game: its name, or a file.
        action: what the product calls a move.
        tactics: their names. orders: those that `pick` takes.
        const: of the game.
        files: paths and contents.
        lemmas: for engine induction.
        hopeful: a strategy of o with which these may keep o from losing.
        spellings: more files with the same game.
    """

    world: World
    game: str
    action: Callable[[Move], str]
    tactics: Sequence[str]
    orders: Sequence[str] = ()
    const: Mapping[str, int] = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)
    lemmas: Sequence[str] = ()
    hopeful: str = ""
    spellings: Sequence[str] = ()


@dataclass(frozen=True, eq=False)
class Case:
    """A question about a game.

    Attributes:
        terms: the strategy of each role that has one.
    """

    drawn: Drawn
    terms: Mapping[str, Strategy]
    claim: str
    horizon: int | None = None

    def seen(self, horizon: int | None = None) -> Explored:
        """All plays."""
        world = self.drawn.world
        return brute_force.explore(world, world.players(self.terms), horizon)

    def expected(self, claim: str, horizon: int | None = None) -> str:
        """The verdict; "undetermined", where a pick names no single move."""
        world = self.drawn.world
        try:
            if " keeps to " in claim:
                role, term = claim.removesuffix(" everywhere").split(" keeps to ")
                kept = world.players({role: parse(term)})[role]
                wide, own = claim.endswith(" everywhere"), world.players(self.terms)
                return brute_force.judge_keeping(world, own, role, kept, wide)
            if " is " in claim:
                return brute_force.judge_strategy(world, world.players(self.terms), claim)
            return brute_force.judge(claim, self.seen(horizon))
        except Undetermined:
            return "undetermined"

    def __str__(self) -> str:
        """Everything that makes it again."""
        drawn, roles = self.drawn, {role: str(term) for role, term in self.terms.items()}
        files = "\n".join(f"--- {path}\n{text}" for path, text in drawn.files.items())
        asked = f"{self.claim!r}, {roles}, horizon={self.horizon}"
        return f"{drawn.game} {dict(drawn.const)}: {asked}\n{files}"


def written(drawn: Drawn, folder: Path) -> str:
    """Write the files; the game's name or path."""
    for path, text in drawn.files.items():
        write(folder / path, text)
    return str(folder / drawn.game) if drawn.game in drawn.files else drawn.game


def tries(number: int, hunt: int) -> settings:
    """How a property of drawn games is tried; a case is not made smaller, which takes long."""
    phases = [Phase.explicit, Phase.reuse, Phase.generate]
    return settings(examples(number, hunt), phases=phases)


# --- strategies and claims ----------------------------------------------------------------------

OPERATORS = ["first"] * 4 + ["refine", "refine", "either", "both", "except", "opponent", "pick"]


def term(chance: random.Random, drawn: Drawn, depth: int = 2) -> str:
    """A composition of the game's tactics."""
    if not depth or chance.random() < 0.3:
        return chance.choice([*drawn.tactics, "any"])
    refused = {"opponent"} if len(drawn.world.roles) != 2 else set()
    refused |= set() if drawn.orders else {"pick"}
    operator = chance.choice([one for one in OPERATORS if one not in refused])
    if operator == "opponent":
        return f"opponent({term(chance, drawn, depth - 1)})"
    if operator == "pick":
        return f"pick({term(chance, drawn, depth - 1)}, {chance.choice(drawn.orders)})"
    number = 2 if operator == "except" else chance.randint(2, 3)
    return f"{operator}({', '.join(term(chance, drawn, depth - 1) for _ in range(number))})"


def claims(roles: Sequence[str]) -> list[str]:
    """All claims about how plays end."""
    ends = ("win", "lose", "tie")
    of_roles = [
        f"{role} {how} {end}s" for role in roles for how in ("never", "always") for end in ends
    ]
    of_roles += [f"{role} can {end}" for role in roles for end in ends]
    late = [f"{role} always wins by move {n}" for role in roles for n in (1, 3, 4, 5, 7)]
    return [*of_roles, *late, "always tie", "never tie", "can tie"]


def of_strategy(claim: str) -> bool:
    """Whether a claim is about what a strategy recommends."""
    return " is " in claim or " keeps to " in claim


def case(chance: random.Random, drawn: Drawn) -> Case:
    """A question about a game."""
    roles, terms = drawn.world.roles, {}
    for role in roles:
        if chance.random() < 0.8:
            text = term(chance, drawn)
            terms[role] = parse(f"first({text}, any)" if chance.random() < 0.6 else text)
    claim = chance.choice(claims(roles))
    if chance.random() < 0.15:
        manner = chance.choice(["complete", "deterministic", "functional"])
        claim = f"{chance.choice(roles)} is {manner}{chance.choice(['', ' everywhere'])}"
    if chance.random() < 0.1:
        kept = f"first({term(chance, drawn)}, any)"
        claim = f"{chance.choice(roles)} keeps to {kept}{chance.choice(['', ' everywhere'])}"
    if drawn.hopeful and chance.random() < 0.4:
        terms["o"], claim = parse(drawn.hopeful), chance.choice(["o never loses", "x never wins"])
    horizon = chance.choice([None, None, None, chance.randint(0, 6)])
    return Case(drawn, terms, claim, None if of_strategy(claim) else horizon)


# --- games --------------------------------------------------------------------------------------


def walks(chance: random.Random) -> Drawn:
    """A graph, on which plays may go round and round; its goals need not add up to 100."""
    names = ["t0", "t1", "t2", "t3"]
    roles = chance.choice(["xo", "xo", "xo", "abc"])
    way = chance.choice(["layered", "forward", "round"])
    walk = random_walk(chance, chance.randint(3, 12), way, names, roles)
    tactics = {f"tactics/{name}.lp": walk.tactic(name) for name in names} if walk.edges else {}
    return Drawn(
        World(walk, walk.start, walk.advice),
        "walk.lp",
        lambda to: f"go({to})",
        names if tactics else (),
        files={"walk.lp": walk.game(), **tactics},
    )


def boards(chance: random.Random) -> Drawn:
    """Tic-tac-toe on some board; misère, who completes a line loses."""
    sizes = [(2, 3, 2), (2, 3, 3), (1, 5, 3), (2, 4, 3), (3, 2, 2), (1, 4, 2), (3, 3, 3)]
    board = oracle.Board(*chance.choice(sizes), misere=chance.choice([0, 0, 1]))
    names = {(i, j): f"cell({i},{j})" for i, j in sorted(board.squares)}
    squares = Squares(names, board.lines, board.corners)
    drawn = {name: rule_tactic(chance, squares) for name in ("lop", "lap")}

    def advice(name: str, position: oracle.Position, role: str) -> oracle.Squares:
        if name in drawn:
            return drawn[name].says(position.marks(role), position.marks(oracle.other(role)))
        return oracle.suggests(name, board, position, role)

    def picked(position: oracle.Position, squares: Moves, order: str) -> Moves:
        return oracle.picked(board, position, squares, order)

    return Drawn(
        World(board, board.start, advice, picked),
        "tictactoe",
        lambda square: f"mark({names[square]})",
        [*drawn, *drawn, *drawn, *sorted(oracle.TACTICS.keys() - {"nqthm_replies"})],
        ["reading", "triples", "center_corner_edge"],
        {"rows": board.rows, "cols": board.cols, "line": board.line, "misere": board.misere},
        {f"tactics/{name}.lp": one.text(name) for name, one in drawn.items()},
    )


KEPT = "kept_lost :- paired(C,D), marked(x,C), not marked(o,D).\nlemma(kept) :- not kept_lost.\n"
ANSWER = "suggests(answer,P,mark(D)) :- paired(C,D), opponent(P,Q), marked(Q,C), free(D).\n"


def sets(chance: random.Random) -> Drawn:
    """Winning sets with a pairing, which may be of use; and lemmas, of which most are false."""
    size = chance.choice([3, 4, 5, 6, 6, 7])
    order = chance.sample(range(1, size + 1), size)
    pairs = list(zip(order[::2], order[1::2], strict=False))[: chance.randint(1, size // 2)]
    pairs += [(b, a) for a, b in pairs]
    wins = []
    for _ in range(chance.randint(1, 5)):
        some = set(chance.choice(pairs)) if chance.random() < 0.8 else set()
        wins.append(frozenset(some | set(chance.sample(order, chance.randint(not some, 2)))))
    wins = [*dict.fromkeys(wins)]  # a set that stands there twice is two lines
    misere, maker = chance.random() < 0.3, chance.random() < 0.4
    first = int(chance.random() < 0.2)  # who begins, Maker if there is one
    lines, nobodys = frozenset(wins), frozenset[frozenset[og.Square]]()
    of_role = (lines, lines) if not maker else (lines, nobodys)[:: -1 if first else 1]
    game = og.Sets2(
        ("x", "o"),
        frozenset(order),
        (of_role[0], of_role[1]),
        tuple((first + n) % 2 for n in range(size)),
        misere=misere,
        otherwise="xo"[first if misere else 1 - first] if maker else "tie",
    )
    whim = rule_tactic(chance, Squares({n: str(n) for n in sorted(order)}, wins))
    factor = chance.choice([1, 1, 3])

    def advice(name: str, owned: og.Owned, role: str) -> Collection[og.Square]:
        number = "xo".index(role)
        if name == "answer":
            return {b for a, b in pairs if a in owned[1 - number]}
        if name == "whim":
            return whim.says(owned[number], owned[1 - number])
        return og.TACTICS[name](game, owned, number)

    def picked(owned: og.Owned, squares: Moves, _: str) -> Moves:
        low = min((n * factor % 7 for n in squares), default=0)
        found = frozenset(n for n in squares if n * factor % 7 == low)
        if len(found) > 1:
            raise Undetermined(f"by at {owned}: {sorted(found)}")
        return found

    facts = [f"square(1..{size})."] + ["begins(o)."] * first
    facts += [f"paired({a},{b})." for a, b in pairs]
    facts += [f"winning_set(w{n}). part_of(({';'.join(map(str, sorted(one)))}),w{n})."
              for n, one in enumerate(wins)]  # fmt: skip
    return Drawn(
        World(game, game.start, advice, picked),
        "game.lp",
        lambda square: f"mark({square})",
        ["answer", "answer", "whim", "defeat", "defend", "fork"],
        ["by"],
        {"maker_breaker": int(maker), "misere": int(misere)},
        {
            "game.lp": "\n".join(facts) + "\n",
            "tactics/answer.lp": ANSWER,
            "tactics/whim.lp": whim.text("whim"),
            "orders/by.lp": f"order(by,mark(C),C*{factor} \\ 7) :- square(C).\n",
            "lemmas/kept.lp": KEPT,
            "lemmas/loose.lp": lemma(chance, "loose", size),
            "lemmas/odd.lp": lemma(chance, "odd", size),
        },
        chance.choice([["kept"], chance.sample(["kept", "loose", "odd"], chance.randint(0, 3))]),
        "first(answer, any)",
    )


def lemma(chance: random.Random, name: str, size: int) -> str:
    """A lemma about winning sets, most often false; some try to define what is not theirs."""
    literals, heads, bodies = (constant(__file__, key) for key in ("LITERALS", "HEADS", "BODIES"))
    text = f"lemma({name}) :- not {name}_bad.\n" if chance.random() < 0.8 else ""
    if chance.random() < 0.5:  # some are true: those of a pairing
        text += f"{name}_bad :- paired(C,D), marked(x,C), not marked(o,D).\n"
    for _ in range(chance.randint(text.count("\n") < 2, 2)):
        body = ", ".join(chance.choices(literals, k=chance.randint(1, 3)))
        body = body.replace("S", str(chance.randint(1, size)))
        text += f"{name}_bad :- role(P), role(Q), square(C), square(D), {body}.\n"
    if chance.random() < 0.2:
        rule = f"{chance.choice(heads)} :- role(P), square(C), {chance.choice(bodies)}.\n"
        text += rule.replace("N", name)
    return text if text.startswith("lemma") else f"{text}lemma({name}) :- not {name}_bad.\n"


NIM: str = constant(__file__, "NIM")
WHIM = """%*! Random. *%
suggests(whim,P,{move}) :- legal(P,{move}), ({i}*I+{j}*J) \\ 3 = 0.
"""


def piles(chance: random.Random) -> Drawn:
    """Bricks, chocolate, heaps, and Hex; positions come after different numbers of moves."""
    kind = chance.choice(["pick_up_bricks", "chomp", "nim.lp", "hex"])
    a, b = chance.randint(1, 3), chance.randint(1, 3)
    rules: op.Rules | Hex
    if kind == "pick_up_bricks":
        rules, size = op.bricks(a * b * 2 - 1), {"bricks": a * b * 2 - 1}
        bricks = rules  # of a type that mypy knows below

        def threes(_: str, state: op.State, role: str) -> Collection[Move]:
            return op.leave_threes(state, frozenset(bricks.moves(state)))

        world = World(rules, rules.start, threes)
        return Drawn(world, kind, lambda n: f"take({n})", ["three_by_three"], const=size)
    i, j = chance.randint(0, 2), chance.randint(1, 2)
    files, move = {}, "mark(cell(I,J))"
    if kind == "hex":
        rules, size = Hex(a, min(b, 7 // a)), {"rows": a, "cols": min(b, 7 // a)}
    elif kind == "chomp":
        rules, size, move = op.chomp(a, b), {"rows": a, "cols": b}, "eat(cell(I,J))"
    else:
        heaps = [chance.randint(1, 3) for _ in range(a)]
        rules, size, move = op.nim(heaps), {}, "take(I,J)"
        text = "; ".join(f"({n},{heap})" for n, heap in enumerate(heaps, 1))
        files[kind] = NIM.replace("heap({heaps}).", f"heap(H,N) :- (H,N) = ({text}).")
    files["tactics/whim.lp"] = WHIM.format(move=move, i=i, j=j)

    def advice(_: str, state: op.State, role: str) -> Collection[Move]:
        return {at for at in rules.moves(state) if (i * at[0] + j * at[1]) % 3 == 0}

    return Drawn(
        World(rules, rules.start, advice),
        kind,
        lambda at: move.replace("I,J", f"{at[0]},{at[1]}"),
        ["whim"],
        const=size,
        files=files,
    )


# Squares are taken in turn, and perhaps given back. Sets are won, or joined, or weighed.
GAME = contents("games/symmetric_games_game.lp")
RULES: dict[str, str] = constant(__file__, "RULES")
FAVOUR = "%*! Random. *%\nsuggests(favour,P,take(C)) :- legal(P,take(C)), C = ({squares}).\n"


def closed(some: set[tuple[int, ...]], by: list[int]) -> set[tuple[int, ...]]:
    """The sets, with all that a permutation makes of them."""
    found = {tuple(sorted(one)) for one in some}
    while (images := {tuple(sorted(by[c] for c in one)) for one in found}) - found:
        found |= images
    return found


def random_game(kind: str, seed: int, folder: Path) -> tuple[str, int]:
    """A game with planted symmetries, perhaps broken ones; its file, and its squares."""
    random = Random(seed)
    size = random.choice([4, 5]) if kind in ("back", "counted") else random.choice([4, 5, 6])
    by = list(range(size))
    random.shuffle(by)
    sets = closed({tuple(random.sample(range(size), 3)) for _ in range(random.choice([1, 2]))}, by)
    near = closed({tuple(random.sample(range(size), 2)) for _ in range(2)}, by)
    if random.random() < 0.5:  # broken
        sets.add(tuple(random.sample(range(size), 2)))
    facts = [f"set({n})." for n in range(len(sets))]
    facts += [f"in({c},{n})." for n, one in enumerate(sorted(sets)) for c in one]
    facts += [f"near({a},{b}). near({b},{a})." for a, b in near]
    facts += [f"weight({c},{1 + (by[c] == c)})." for c in range(size)]
    facts += [f"loose({c})." for c in random.sample(range(size), random.choice([1, 2, size]))]
    used = [fact for fact in facts if f" {fact.partition('(')[0]}(" in RULES[kind]]
    text = GAME.format(last=size - 1, facts="\n".join(used), rules=RULES[kind])
    path = folder / f"{kind}_{seed}.lp"
    path.write_text(text)
    return str(path), size

"""What is recognised in a game's rules when it is loaded."""

from dataclasses import replace

from ttt_asp.deadline import Deadline
from ttt_asp.extensions.recognition.grid import kinds_of_squares
from ttt_asp.extensions.recognition.overlay import ASKED, laid_beside, overlay
from ttt_asp.extensions.recognition.recognise import Recognised, recognise
from ttt_asp.games.facts import static_facts
from ttt_asp.games.game import Draft
from ttt_asp.games.load import SHOWN
from ttt_asp.lp.dependencies import closure


def lay_over(draft: Draft, deadline: Deadline) -> Draft:
    """Return a game with the rules that state what was recognised in it.

    In a game apart from the vocabulary that is a game of lines; else, where winning sets are
    listed, the kinds of squares if these form a grid.

    Raises:
        InputError: a relation of the rules that cannot be worked out.
        Expired: time is up.
    """
    rules, vocabulary = draft.rules, draft.vocabulary
    if not draft.apart:
        kinds = kinds_of_squares(rules, draft.facts, deadline)
        return replace(draft, vocabulary=(kinds, *vocabulary)) if kinds else draft
    recognised = recognise(draft.sources, draft.constants, draft.facts, deadline)
    if not isinstance(recognised, Recognised) or not recognised.has_marks:
        return replace(draft, recognised=recognised)
    if draft.described:  # no word of such a description is the vocabulary's
        vocabulary = overlay(recognised, rules)
    else:
        recognised, rules, vocabulary = laid_beside(recognised, rules, vocabulary)
    sources = closure([rules], vocabulary, vocabulary[0].defined | SHOWN | ASKED)
    facts = deadline.run(lambda: static_facts(sources, draft.constants))
    return replace(
        draft,
        rules=rules,
        vocabulary=vocabulary,
        sources=sources,
        facts=facts,
        recognised=recognised,
    )

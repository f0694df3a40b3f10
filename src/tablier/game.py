"""Game: the contract of a game, documented once.

A game is a folder under games/ with the files below. Search, server, terminal, adapters and tests
use nothing else of it, and `tests/games/test_contract.py` checks every game against this contract.

Required::

    rules.py       the rules: `Rules` below says what each name means
    notation.py    text for people: `Notation`
    drawing.py     pictures and text boards: `Drawing`
    style.css      CSS for the classes of the shapes, for the light and the dark theme; every
                   selector and token is scoped to the class with the game's name
    rulebook/      en.md fr.md de.md: aim, turn, then clauses, each a paragraph "**§2.1** …".
                   A fenced block "```board" holds the text of a position, then its caption; it is
                   rendered as a picture by drawing.py
    texts/         en.toml fr.toml de.toml, with the same keys in every language: `name`, `blurb`,
                   `author`, `length` (how long a game takes), [sentences] and [pieces]; [options],
                   [spots] and [views] if the game has any, and [legend] for kinds of pieces that
                   need an explanation; [reasons] for reasons.py; `seats`, if players are not
                   called by numbers; [to_player], [to_other] and [of_others]: variants of a
                   sentence by reader (see texts.py). [pieces] and [spots] are accessible names, by
                   id: a key such as "{first}|{second}" matches all ids of that form, "tile@90" is
                   a piece at a rotation, and squares and decorative pieces need none. [spots] has
                   the labels of buttons as well

Optional::

    letters.py     `LETTERS`: where spots lie in the text of drawing.py, and its colours. Only these
                   places and the lines below the last of them may change during a game
    features.py    knowledge for the search: the functions of
                   tablier/kernels/stand_ins/features.py, and `PLAN`, the fields of
                   `tablier.search.tree.Plan`
    reasons.py     why a move is good, by the rules alone: `reasons(choice)` yields sentences with
                   keys of [reasons] in texts/, the weightiest first, as tablier/reasons.py
                   describes them
    planes.py      observations for neural nets: `SHAPE`, `planes(state, out)` and `PLANES`, as
                   tablier/planes.py describes them; and `longest(options)`, an upper bound on the
                   number of actions in a game with these options
    inputs.py      what a net in the search sees, as tablier/kernels/stand_ins/inputs.py; without
                   it, the planes and the parts of tokens
    net.bin        the weights of such a net: `tablier train GAME`
    symmetries.py  `symmetries(options)`: a list of `tablier.symmetry.Symmetry`, without the
                   identity
    levels.json    what the levels look at: `tablier levels GAME --out levels.json`; without it,
                   the same as in all games
    ladder.json    measured strength of the levels: `tablier ladder GAME --out ladder.json`
    study.toml     what a study cannot derive from the rules: see study/notes.py
    lessons.toml   steps that teach the game, as tablier/lesson.py describes them; their words are
                   in [lessons] of texts/
    puzzles.json   positions to win against every defence, as `tablier puzzles GAME --choose` has
                   written them
    aim.py         how far a player is from winning, for proofs: the functions of
                   tablier/kernels/stand_ins/aim.py, and `stakes` if scores may be set for puzzles

Beside the tests of a game lies tests/games/<game>/naive.py, a slow reference implementation.

A game without a file of rulebook/ or texts/ in some language other than English is a draft: its
texts fall back to English, and it is found by its name but not listed.
"""

import importlib
import importlib.util
import re
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from tablier.arguments import expect
from tablier.notebook import Pictured
from tablier.position import BadPosition, Position, Workspace, _made
from tablier.shapes import Board, Leg, Letters, Mark
from tablier.symmetry import Symmetry, identity
from tablier.texts import PACKAGE, Sentence, named, refusal, seat_name, texts, untranslated

Value = str | int | bool
"""What an option can be set to."""
SEPARATOR = re.compile(r"^[\W_]+")
"""What can stand between two spots in a token."""
ROTATIONS = (0, 90, 180, 270)
"""Of pieces with names of their own, in degrees."""
State = Any
"""A NumPy record of type `Rules.STATE`; compiled code reads its fields as attributes too."""


class Rules(Protocol):
    """rules.py: the type of a state and the rules, as functions marked `@rule`.

    Rules allocate nothing, raise nothing and print nothing. Two states are the same position
    exactly when their bytes are equal, so unused bytes are 0. What a rule needs of the history,
    such as how often a position has occurred, is therefore part of the state and of the text of
    the position.
    """

    VERSION: int
    """Increased whenever a rule, an action number or a token changes its meaning."""
    PLAYERS: int
    """The maximum number of seats; an option `players`, if there is one, is the number used."""
    OPTIONS: Mapping[str, tuple[Any, Any]]
    """By name: (default, all values). Values are strings, False and True, or a range of integers.

    An option `turn_limit`, if there is one, is the number of turns, of all players together, after
    which a game ends.

    A game that gets another option names it in `LATER`, a sequence of names that it can leave out:
    at its default it is not written into records, so that what was written before stays the same.

    A game whose rules have changed can say in `EARLIER`, by the number of the version before, with
    which options its games are read: those with which they end as they did.
    """
    STATE: "np.dtype[Any]"
    """The type of a state, made by `portable.record(…)`. Its field `turn` is the seat to move.

    Seats are numbered from 0. A set of up to 64 squares fits the bits of a "u8"; a larger board
    takes several of them, or an array with an element for each square: ("pieces", "u1", 81).
    """
    ACTIONS: int
    """Actions are numbered 0 … ACTIONS − 1 without gaps, and their numbers never change.

    At most 32,768: the search stores an action in two bytes.
    """
    WIDTH: int
    """An upper bound on the number of legal actions in a position."""

    def start(self, state: State, options: NDArray[np.int32], seed: int) -> None:
        """Set every field of the state to the start of a game.

        `options` are in the order of OPTIONS: an integer is itself, False and True are 0 and 1, a
        string is its index among the values. Randomness comes from the seed, by `portable.draw`.
        """

    def legal(self, state: State, out: NDArray[np.int32]) -> int:
        """Write the legal actions into `out`, ascending, and return how many there are.

        There are none exactly when the game is over. The rest of `out` may be overwritten.
        """

    def play(self, state: State, action: int) -> None:
        """Play a legal action, in place. The caller guarantees that it is legal."""

    def outcome(self, state: State, payoff: NDArray[np.float64]) -> bool:
        """Is the game over? If so, write the payoff of each seat, 0 for unused ones; the sum is 0.

        tablier/payoffs.py defines payoffs for any number of seats.
        """


class Notation(Protocol):
    """notation.py: text for people. A `Sentence` is a key of texts/ with its values.

    Optional functions, called through `Game.news`, `held`, `warning` and `suggested`:

    `news(before, after)`: a sentence for what has happened by itself after a move and is told on a
    card, with its clause: a new round, a penalty, a turn that is skipped; None if nothing has.

    `held(before, action)`: where the board changes by itself as soon as an action that has news is
    played, the state before it does, such as a full garden that is cleared: it is shown until the
    reader of the news goes on. None where nothing is held.

    `warning(state)`: a sentence for an end that comes nearer by itself, with its clause, shown
    below the status while the game goes on; None while it is far. It speaks to no player. A turn
    limit is announced in its last quarter: `tablier.countdown.turn_limit_near`.

    `suggest(state)`: a few legal actions, ascending, that fulfil an obligation and are hard to
    find; none where it is obvious what to do. The board highlights them.
    """

    TOKENS: Sequence[str]
    """The token of each action, by its number; tokens are unique.

    Records contain them: no spaces, none of ( ) { } ; and no [ at the beginning.
    """

    def write(self, state: State) -> str:
        """The text of a position: fields with one space between; all of it but the options."""

    def read(self, state: State, text: str) -> Sentence | None:
        """Parse the text of a position into a state that `start` has set with the options.

        Returns None, or the sentence that says why the text is not a position.
        """

    def explain(self, state: State, token: str) -> Sentence:
        """Why a token is not legal in a position that is not over, with the clause it violates."""

    def status(self, state: State) -> Sentence:
        """What the player to move has to do now; if the game is over, how it ended.

        While the game goes on, its value "player" is `Who(seat)`, and its words begin with
        "{player}:" or "{player},".
        """

    def tally(self, state: State) -> Sequence[Sentence]:
        """The score, or whatever counts, of each seat that plays, in the order of the seats."""


class Drawing(Protocol):
    """drawing.py: the board as shapes (`tablier.shapes`) and as text.

    The game's style.css styles the shapes by their classes.

    Optional names, used through `Game.views`, `Game.path_of` and `Game.ways`:

    `VIEWS`: alternative views of the board, each with the letter of its key. While `xray` is on,
    the picture has the class `view-xray`; style.css does the rest.

    `path(way)`: the click path of an action: the ids of the spots, or of the button, to click, in
    order. In one position, no path is a prefix of another. An illegal action has the path of
    somebody who tries it, or an empty one. A click on a piece is a click on its spot. By default
    the path is read from the token: the id of a spot or a button, or the ids of two spots with
    nothing or with punctuation between ("a1", "a1a2", "a1-a2", "pass").

    `ways(state, actions)`: for actions whose path depends on the position: a number for `path` for
    each of these actions, which modulo ACTIONS is the action. By default it is the action.
    """

    SCENE: str
    """The text of a typical position in mid-game, for pictures that present the game."""

    def board(self, options: NDArray[np.int32]) -> Board:
        """What stays the same during a game with these options."""

    def marks(self, state: State) -> Sequence[Mark]:
        """The pieces on the board, each with an id that stays the same while it is there."""

    def route(self, state: State, action: int) -> Sequence[Leg]:
        """The route of the pieces that a legal action moves, leg by leg, to animate it.

        It begins where the piece lies and ends where an identical one lies afterwards, or where it
        leaves the board. Pieces that keep their id are animated without a leg; others fade in.
        """

    def text(self, state: State) -> str:
        """The board as text for a terminal: at most 78 columns, no colours."""


@dataclass(frozen=True)
class Game(Pictured):
    """A game with values for its options: starts games and parses positions.

    >>> import tablier
    >>> game = tablier.game("labyrinthe", players=4)
    >>> game.players, game.title("en"), dict(game.options)["players"]
    (4, 'Le Jeu du Labyrinthe', 4)
    >>> game.start().turn
    0
    """

    package: str
    """The Python package that holds the game's modules and texts."""
    chosen: tuple[tuple[str, Value], ...] = ()

    @cached_property
    def rules(self) -> Rules:
        """The game's rules.py."""
        return cast(Rules, importlib.import_module(f"{self.package}.rules"))

    @cached_property
    def notation(self) -> Notation:
        """The game's notation.py."""
        return cast(Notation, importlib.import_module(f"{self.package}.notation"))

    @cached_property
    def drawing(self) -> Drawing:
        """The game's drawing.py."""
        return cast(Drawing, importlib.import_module(f"{self.package}.drawing"))

    @cached_property
    def letters(self) -> Letters:
        """The LETTERS of the game's letters.py; empty if it has none."""
        part = optional_module(self, "letters")
        return cast(Letters, part.LETTERS) if part else Letters({}, "", "", {})

    @cached_property
    def planes(self) -> Any:
        """The game's planes.py, or None if it has none."""
        return optional_module(self, "planes")

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The symmetries of the rules: reflections, rotations, renamings; the identity first.

        >>> import tablier
        >>> len(tablier.game("moguli").symmetries)
        2
        >>> len(tablier.game("moguli", cylinder=True).symmetries)
        10
        """
        part = optional_module(self, "symmetries")
        own = part.symmetries(self.options) if part else ()
        return tuple(replace(each, game=self) for each in (identity(self), *own))

    @cached_property
    def workspaces(self) -> list[Workspace]:
        """Those that no position uses now."""
        return []

    @cached_property
    def name(self) -> str:
        """The name by which `tablier.game` knows it: "mole-hill"."""
        return self.package.rpartition(".")[2].replace("_", "-")

    @property
    def options(self) -> Mapping[str, Value]:
        """All options with their values in this game."""
        return MappingProxyType(dict(self.chosen))

    @property
    def players(self) -> int:
        """The number of seats."""
        return int(self.options.get("players", self.rules.PLAYERS))

    @cached_property
    def actions(self) -> Mapping[str, int]:
        """The number of each token."""
        return {token: action for action, token in enumerate(self.notation.TOKENS)}

    @property
    def option_numbers(self) -> NDArray[np.int32]:
        """The options as `Rules.start` takes them."""
        numbers = [
            self.rules.OPTIONS[name][1].index(value) if isinstance(value, str) else int(value)
            for name, value in self.chosen
        ]
        return np.array(numbers, np.int32)

    @property
    def is_draft(self) -> bool:
        """Are some of its translations missing, so that it is not listed?"""
        return bool(untranslated(self.package))

    def title(self, lang: str = "en") -> str:
        """The title of the game; that of a draft is marked as one."""
        name = str(texts(self.package, lang)["name"])
        return str(texts(PACKAGE, lang)["draft"]).format(title=name) if self.is_draft else name

    def seat_names(self, lang: str = "en") -> list[str]:
        """The names of the players, in the order of their seats."""
        return [seat_name(seat, lang, self.package) for seat in range(self.players)]

    def piece_names(self, lang: str = "en") -> dict[str, str]:
        """The accessible names of pieces, by id, or by id and rotation (`tile@90`)."""
        board = self.drawing.board(self.option_numbers)
        rotated = (f"{piece}@{degrees}" for piece in board.pieces for degrees in ROTATIONS)
        return named(texts(self.package, lang).get("pieces", {}), [*board.pieces, *rotated])

    def spot_names(self, lang: str = "en") -> dict[str, str]:
        """The accessible names of spots and the labels of buttons, by id; squares need none.

        An id that stands in [spots] as it is has its name with all options.
        """
        board, words = self.drawing.board(self.option_numbers), texts(self.package, lang)
        known = words.get("spots", {})
        ids = [*(spot.id for spot in board.spots), *board.buttons]
        return named(known, dict.fromkeys([*ids, *(key for key in known if "{" not in key)]))

    def paths(self, state: State, actions: Sequence[int]) -> list[tuple[str, ...]]:
        """The click path of each of these actions in that state.

        >>> import tablier
        >>> game = tablier.game("moguli")
        >>> game.paths(game.start().state, [game.actions["c1-b3"], game.actions["a1+2"]])
        [('c1', 'b3'), ('a1', 'a1+2')]
        """
        return [tuple(self.path_of(way)) for way in self.ways(state, actions)]

    def path(self, state: State, action: int) -> tuple[str, ...]:
        """The click path of this action in that state."""
        return self.paths(state, (action,))[0]

    @cached_property
    def ways(self) -> Callable[[State, Sequence[int]], Sequence[int]]:
        """The function to a number for `path_of` for each of these actions in that state.

        See `Drawing`.
        """
        return getattr(self.drawing, "ways", lambda _, actions: actions)

    @cached_property
    def path_of(self) -> Callable[[int], Sequence[str]]:
        """The function from a number of `ways` to a click path."""
        own = getattr(self.drawing, "path", None)
        if own is not None:
            return cast(Callable[[int], Sequence[str]], own)
        board = self.drawing.board(self.option_numbers)
        ids = frozenset([*(spot.id for spot in board.spots), *board.buttons])
        return [path_from_token(token, ids) for token in self.notation.TOKENS].__getitem__

    @property
    def views(self) -> Mapping[str, str]:
        """Alternative views of the board, each with the letter of its key."""
        return cast(Mapping[str, str], getattr(self.drawing, "VIEWS", {}))

    @cached_property
    def news(self) -> Callable[[State, State], Sentence | None]:
        """The function to the event to announce after a move, if any (see `Notation`)."""
        return getattr(self.notation, "news", lambda *_: None)

    @cached_property
    def held(self) -> Callable[[State, int], State | None]:
        """The function to what is shown while news are read, if any (see `Notation`)."""
        return getattr(self.notation, "held", lambda *_: None)

    @cached_property
    def warning(self) -> Callable[[State], Sentence | None]:
        """The function to the end that comes nearer by itself, if any (see `Notation`)."""
        return getattr(self.notation, "warning", lambda _: None)

    @cached_property
    def suggested(self) -> Callable[[State], Sequence[int]]:
        """The function to the legal actions that the board highlights, if any (see `Notation`)."""
        return getattr(self.notation, "suggest", lambda _: [])

    def start(self, seed: int = 0) -> Position:
        """The start of a game; the same seed gives the same start on every machine."""
        expect(int, seed=seed)
        if not 0 <= seed < 2**64:
            raise refusal("bad_seed", seed=seed)
        return _made(self, self._started(seed).tobytes(), None)

    def position(self, text: str) -> Position:
        """Parse the text of a position; raises `BadPosition` with the reason if it is none."""
        expect(str, text=text)
        states = self._started(0)
        wrong = self.notation.read(states[0], text.strip())
        if wrong is not None:
            raise BadPosition(wrong, self.package)
        return _made(self, states.tobytes(), None)

    def _started(self, seed: int) -> NDArray[Any]:
        states = np.zeros(1, self.rules.STATE)
        self.rules.start(states[0], self.option_numbers, cast(int, np.uint64(seed)))
        return states

    def __reduce__(self) -> tuple[Any, ...]:
        return Game, (self.package, self.chosen)


def optional_module(game: Game, name: str) -> Any | None:
    """An optional module of a game, or None."""
    found = importlib.util.find_spec(f"{game.package}.{name}")
    return importlib.import_module(f"{game.package}.{name}") if found else None


def path_from_token(token: str, ids: AbstractSet[str]) -> tuple[str, ...]:
    """The click path of a token that is the id of a spot, or the ids of two.

    >>> [path_from_token(token, {"a1", "a11"}) for token in ("a1", "a11a1", "a1-a11")]
    [('a1',), ('a11', 'a1'), ('a1', 'a11')]
    """
    if token in ids:
        return (token,)
    for end in range(1, len(token)):
        first, second = token[:end], SEPARATOR.sub("", token[end:])
        if first in ids and second in ids:
            return first, second
    raise ValueError(f"'{token}' is neither a spot nor two spots: drawing.py needs a `path`.")


def load(package: str, options: Mapping[str, Value]) -> Game:
    """The game in a package, with these options and the rest at their defaults."""
    game = Game(package)
    known = game.rules.OPTIONS
    for name, value in options.items():
        _check_option(game, name, value)
    chosen = tuple((name, options.get(name, default)) for name, (default, _) in known.items())
    return Game(package, chosen)


def _check_option(game: Game, name: str, value: object) -> None:
    known = game.rules.OPTIONS
    if name not in known:
        names = ", ".join(known) or "–"
        raise refusal("no_option", game=game.name, option=name, known=names)
    default, values = known[name]
    if type(value) is not type(default) or value not in values:
        raise refusal("bad_option", option=name, value=value_text(value), known=values_text(values))


def value_text(value: object) -> str:
    """The text of an option's value: on or off, a number, a word."""
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


def values_text(values: Sequence[object]) -> str:
    """The text of all values of an option."""
    if isinstance(values, range):
        return f"{values[0]}–{values[-1]}"
    return ", ".join(map(value_text, values))


def options_from_text(package: str, text: str) -> dict[str, Value]:
    """Options from `name=value name=value`, as records and the command line have them."""
    rules = Game(package).rules
    options: dict[str, Value] = {}
    for word in text.split():
        name, _, value = word.partition("=")
        values = rules.OPTIONS[name][1] if name in rules.OPTIONS else ()
        options[name] = next((known for known in values if value_text(known) == value), value)
    return options


def options_text(game: Game) -> str:
    """All options of a game as `name=value name=value`; those in LATER only if they are changed."""
    later = {name: game.rules.OPTIONS[name][0] for name in getattr(game.rules, "LATER", ())}
    written = ((name, value) for name, value in game.chosen if later.get(name) != value)
    return " ".join(f"{name}={value_text(value)}" for name, value in written)


def options_of_version(
    package: str, version: int | str, options: Mapping[str, Value]
) -> dict[str, Value]:
    """The options of a game of that version of the rules, as the present rules play it.

    A `Refusal` if they cannot.
    """
    rules = Game(package).rules
    earlier = {**getattr(rules, "EARLIER", {}), rules.VERSION: {}}
    found = {str(number): more for number, more in earlier.items()}.get(str(version))
    if found is None:
        raise refusal("record_version", given=version, ours=rules.VERSION)
    return {**options, **found}


def all_options(package: str, options: Mapping[str, Value]) -> dict[str, Value]:
    """These options and the defaults of all others, such as a file of before does not know."""
    known = Game(package).rules.OPTIONS
    return {**{name: default for name, (default, _) in known.items()}, **options}

"""Game: the contract of a game, documented once.

A game is a folder under games/ with these parts; search, server, terminal, adapters and tests work
with nothing else, and `tests/games/test_contract.py` holds every game to it.

    rules.py       what is allowed: the class `Rules` below says what each name means
    notation.py    what people write: `Notation`
    drawing.py     what people see: `Drawing`
    letters.py     where spots lie in the text of drawing.py, and its colours, if anything:
                   `LETTERS`. All that can change in the text lies in these places or in lines
                   below the last of them
    style.css      how the classes of the shapes look, by day and in the evening: tokens and classes
                   below the class with the game's name
    features.py    what a search knows of the game, if anything: as
                   tablier/kernels/stand_ins/features.py, with `PLAN`, the fields of
                   `tablier.search.tree.Plan`
    planes.py      what a net sees of a position, if anything: `SHAPE`, `planes(state, out)`, and
                   what the planes mean, `PLANES`: as tablier/planes.py; and `longest(options)`, a
                   number of actions that no game with these options exceeds
    symmetries.py  what can be mirrored or turned, if anything: `symmetries(options)`, a list of
                   `tablier.symmetry.Symmetry`, all but the identity
    ladder.json    how strong the levels are, if measured: `tablier ladder GAME --out ladder.json`
    study.toml     what a study cannot see from the rules, if anything: as study/notes.py
    puzzles.json   positions with one winning move, if any: `tablier puzzles GAME --find 20 --out …`
    rulebook/      en.md fr.md de.md: aim, turn, then clauses, each a paragraph "**§2.1** …".
                   A fenced block "```board" holds the text of a position, then its caption: it is
                   shown as a picture made by drawing.py
    texts/         en.toml fr.toml de.toml, with the same keys in every language: `name`, `blurb`,
                   `author`, `length` (how long a game takes), [sentences] and [pieces]; [options],
                   [spots] and [views] for those there are, and [legend] where a kind of piece
                   needs explaining;
                   `seats`, where players are called otherwise than by numbers; [to_player],
                   [to_other] and [of_others], the words of a sentence for those it speaks of and
                   for others (see texts.py). [pieces] and [spots] are what a screen reader calls
                   them, by id: a key such as "{first}|{second}" names all ids of that form, a
                   piece at a turn can have a name of its own as "tile@90", and spots that are
                   squares and pieces that only decorate need none. Buttons have theirs in [spots]
                   as well, and everybody reads it

and beside the tests of the game a slow second opinion, tests/games/<game>/naive.py.

A game that lacks a file of rulebook/ or texts/ in any language but English is a draft: it speaks
English there, can be played by its name, and is not on the shelf.
"""

import importlib
import importlib.util
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property
from string import Formatter
from types import MappingProxyType
from typing import Any, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from tablier.arguments import expect
from tablier.notebook import Pictured
from tablier.position import BadPosition, Position
from tablier.shapes import Board, Leg, Letters, Mark
from tablier.symmetry import Symmetry, identity
from tablier.texts import PACKAGE, Sentence, refusal, seat_name, texts, untranslated

Value = str | int | bool
"""What an option can be set to."""
SIGNS = re.compile(r"^[\W_]+")
"""What can stand between two spots in a token."""
RIGHT_ANGLES = (0, 90, 180, 270)
"""How pieces can be turned, in degrees."""
State = Any
"""A record of type `Rules.STATE`; Numba and NumPy both give its fields as attributes."""


class Rules(Protocol):
    """rules.py: everything the rules look at, and the rules, as functions marked `@rule`.

    They allocate nothing, raise nothing and print nothing. A state is plain bytes: two states are
    the same position exactly when their bytes are the same, so what is not in use is 0. What a rule
    asks of the past, such as how often a position was there before, is therefore in the record and
    in the text of the position.
    """

    VERSION: int
    """One more whenever a rule, an action number or a token changes its meaning."""
    PLAYERS: int
    """The most seats a game can have. An option `players`, if there is one, says how many have."""
    OPTIONS: Mapping[str, tuple[Any, Any]]
    """Name: (default, all values). Values are strings, False and True, or a range of numbers.

    An option `turn_limit`, if there is one, says after how many turns of all players a game ends.
    """
    STATE: "np.dtype[Any]"
    """Made by `record(…)`. The field `turn` is the seat to move, from 0.

    Sets of up to 64 squares can be the bits of a "u8"; a larger board has several of them, or an
    array with a small number for each square, such as ("pieces", "u1", 81).
    """
    ACTIONS: int
    """Actions are numbered 0 … ACTIONS − 1, every number is used, and they never change.

    There are at most 32,768: the search keeps an action in two bytes.
    """
    WIDTH: int
    """No position has more legal actions than this."""

    def start(self, state: State, options: NDArray[np.int32], seed: int) -> None:
        """Set every field of the state to the beginning of a game.

        `options` are in the order of OPTIONS: a number is itself, False and True are 0 and 1, a
        string is its place among the values. All chance comes from the seed, by `portable.draw`.
        """

    def legal(self, state: State, out: NDArray[np.int32]) -> int:
        """Write the legal actions into `out`, ascending, and return how many there are.

        There is none exactly when the game is over. What lies in `out` behind them is scratch.
        """

    def play(self, state: State, action: int) -> None:
        """Play a legal action, in place. The caller guarantees that it is legal."""

    def outcome(self, state: State, payoff: NDArray[np.float64]) -> bool:
        """Is the game over? If so, write what each seat gets, 0 where nobody sits: the sum is 0.

        For any number of seats tablier/payoffs.py says how much that is.
        """


class Notation(Protocol):
    """notation.py: rules in, words out. A sentence is a key of texts/ with its values.

    A game may have these too, and whoever asks for them asks the `Game`:

    `news(before, after)`: what a move has brought about that deserves a card of its own, such as a
    new round, as a sentence; None if nothing has. Without it nothing ever has.

    `suggest(state)`: the legal actions, few and ascending, that do what the rules ask for and that
    are hard to find; none where a player sees what to do. The board marks them softly.
    """

    TOKENS: Sequence[str]
    """The token of each action, in the order of their numbers; no two are alike.

    They stand in records: no spaces, none of ( ) { } ; and no [ at the beginning.
    """

    def write(self, state: State) -> str:
        """The text of a position: fields with one space between; complete, but for the options."""

    def read(self, state: State, text: str) -> Sentence | None:
        """Put the position of that text into a state that `start` has set (it has the options).

        What is not a position is answered with the sentence that says why.
        """

    def explain(self, state: State, token: str) -> Sentence:
        """Why the token is not legal in a position that is not over, with the clause it breaks."""

    def status(self, state: State) -> Sentence:
        """What the player to move has to do now; if the game is over, how it ended.

        What is to do speaks to the player: `Who(seat)` is its value "player", and its words begin
        with "{player}:" or "{player},".
        """

    def tally(self, state: State) -> Sequence[Sentence]:
        """What each seat that plays has so far, in the order of the seats."""


class Drawing(Protocol):
    """drawing.py: the board as plain shapes (`tablier.shapes`) and as text.

    How the shapes look is said in the game's style.css, class by class.

    A game may have these too, and whoever asks for them asks the `Game`:

    `VIEWS`: other ways to see the board, each with the letter of its key. While `xray` is on, the
    picture has the class `view-xray`, and the game's style.css does the rest. By default none.

    `path(way)`: the ids of the spots, or of the button, to click for an action, in order: its click
    path. In one position, no path is the beginning of another one. An action that is not legal
    there has the path of somebody who tries it, or an empty one if there is none. A click on a
    piece counts as a click on its spot. By default the token says it: it is the id of a spot or a
    button, or the ids of two spots, with signs between that are neither letters nor digits or with
    nothing ("a1", "a1a2", "a1-a2", "pass").

    `ways(state, actions)`: how each of these actions is clicked in this position, as a number for
    `path`. The rest of the number by ACTIONS is the action. By default it is the action itself: it
    is clicked in the same way in all positions.
    """

    SCENE: str
    """The text of a lively position, to show what the game is like."""

    def board(self, options: NDArray[np.int32]) -> Board:
        """What never changes in a game with these options."""

    def marks(self, state: State) -> Sequence[Mark]:
        """The pieces that lie on the board, each with an id that it keeps while it lives."""

    def route(self, state: State, action: int) -> Sequence[Leg]:
        """The way of the pieces that a legal action moves, leg after leg; the rest just appears.

        It begins where the piece lies and ends where one like it lies afterwards, or where it
        leaves the board. Pieces that keep their id turn and glide by themselves.
        """

    def text(self, state: State) -> str:
        """The board in letters, for a terminal: at most 78 columns, no colours."""


@dataclass(frozen=True)
class Game(Pictured):
    """A game with its options chosen: starts games, reads positions.

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
        """Where spots lie in the text of the board, and its colours; nowhere if nobody has said."""
        part = part_of(self, "letters")
        return cast(Letters, part.LETTERS) if part else Letters({}, "", "", {})

    @cached_property
    def planes(self) -> Any:
        """The game's planes.py, or None if it has none."""
        return part_of(self, "planes")

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """What can be mirrored, turned or renamed without changing the rules; the identity first.

        >>> import tablier
        >>> len(tablier.game("moguli").symmetries)
        2
        >>> len(tablier.game("moguli", cylinder=True).symmetries)
        10
        """
        part = part_of(self, "symmetries")
        return identity(self), *(part.symmetries(self.options) if part else ())

    @property
    def name(self) -> str:
        """The name by which `tablier.game` knows it: "mole-hill"."""
        return self.package.rpartition(".")[2].replace("_", "-")

    @property
    def options(self) -> Mapping[str, Value]:
        """All options with their values in this game."""
        return MappingProxyType(dict(self.chosen))

    @property
    def players(self) -> int:
        """How many seats there are."""
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
        """Is it still without some of its translations, and so not on the shelf?"""
        return bool(untranslated(self.package))

    def title(self, lang: str = "en") -> str:
        """The game's name as people write it; that of a draft says that it is one."""
        name = str(texts(self.package, lang)["name"])
        return str(texts(PACKAGE, lang)["draft"]).format(title=name) if self.is_draft else name

    def seat_names(self, lang: str = "en") -> list[str]:
        """What those who play are called, in the order of their seats."""
        return [seat_name(seat, lang, self.package) for seat in range(self.players)]

    def piece_names(self, lang: str = "en") -> dict[str, str]:
        """What pieces are called, by id, or by id and turn ("tile@90"); some have no name."""
        board = self.drawing.board(self.option_numbers)
        turned = (f"{piece}@{turn}" for piece in board.pieces for turn in RIGHT_ANGLES)
        return named(texts(self.package, lang).get("pieces", {}), [*board.pieces, *turned])

    def spot_names(self, lang: str = "en") -> dict[str, str]:
        """What spots and buttons are called, by id, as far as they are no squares."""
        board = self.drawing.board(self.option_numbers)
        ids = [*(spot.id for spot in board.spots), *board.buttons]
        return named(texts(self.package, lang).get("spots", {}), ids)

    def paths(self, state: State, actions: Sequence[int]) -> list[tuple[str, ...]]:
        """The spots to click for each of these actions in that state, in order.

        >>> import tablier
        >>> game = tablier.game("moguli")
        >>> game.paths(game.start().state, [game.actions["c1-b3"], game.actions["a1+2"]])
        [('c1', 'b3'), ('a1', 'a1+2')]
        """
        return [tuple(self.path_of(way)) for way in self.ways(state, actions)]

    def path(self, state: State, action: int) -> tuple[str, ...]:
        """The spots to click for this action in that state, in order."""
        return self.paths(state, (action,))[0]

    def ways(self, state: State, actions: Sequence[int]) -> Sequence[int]:
        """How each of these actions is clicked in that state, as a number for `path_of`."""
        own = getattr(self.drawing, "ways", None)
        return actions if own is None else cast(Sequence[int], own(state, actions))

    @cached_property
    def path_of(self) -> Callable[[int], Sequence[str]]:
        """The spots to click, in order, for a way (see `ways`); the rest of it is the action."""
        own = getattr(self.drawing, "path", None)
        if own is not None:
            return cast(Callable[[int], Sequence[str]], own)
        board = self.drawing.board(self.option_numbers)
        ids = frozenset([*(spot.id for spot in board.spots), *board.buttons])
        return [clicks(token, ids) for token in self.notation.TOKENS].__getitem__

    @property
    def views(self) -> Mapping[str, str]:
        """Other ways to see the board, each with the letter of its key; most games have none."""
        return cast(Mapping[str, str], getattr(self.drawing, "VIEWS", {}))

    def news(self, before: State, after: State) -> Sentence | None:
        """What a move has brought about that deserves a card of its own, if anything."""
        own = getattr(self.notation, "news", None)
        return None if own is None else cast(Sentence | None, own(before, after))

    def suggested(self, state: State) -> Sequence[int]:
        """The legal actions that the board marks softly, if the game has anything to suggest."""
        suggest = getattr(self.notation, "suggest", None)
        return [] if suggest is None else cast(Sequence[int], suggest(state))

    def start(self, seed: int = 0) -> Position:
        """The beginning of a game; the same seed gives the same beginning everywhere."""
        expect(int, seed=seed)
        if not 0 <= seed < 2**64:
            raise refusal("bad_seed", seed=seed)
        return Position(self, self._started(seed).tobytes())

    def position(self, text: str) -> Position:
        """The position of that text; `BadPosition` says why if it is none."""
        expect(str, text=text)
        states = self._started(0)
        wrong = self.notation.read(states[0], text.strip())
        if wrong is not None:
            raise BadPosition(wrong, self.package)
        return Position(self, states.tobytes())

    def _started(self, seed: int) -> NDArray[Any]:
        states = np.zeros(1, self.rules.STATE)
        self.rules.start(states[0], self.option_numbers, cast(int, np.uint64(seed)))
        return states

    def __reduce__(self) -> tuple[Any, ...]:
        return Game, (self.package, self.chosen)


def part_of(game: Game, name: str) -> Any | None:
    """A module that a game need not have; None if it has none."""
    found = importlib.util.find_spec(f"{game.package}.{name}")
    return importlib.import_module(f"{game.package}.{name}") if found else None


def clicks(token: str, ids: AbstractSet[str]) -> tuple[str, ...]:
    """The spots to click for a token that is the id of one, or the ids of two.

    >>> clicks("a1", {"a1", "a11"}), clicks("a11a1", {"a1", "a11"}), clicks("a1-a11", {"a1", "a11"})
    (('a1',), ('a11', 'a1'), ('a1', 'a11'))
    """
    if token in ids:
        return (token,)
    for end in range(1, len(token)):
        first, second = token[:end], SIGNS.sub("", token[end:])
        if first in ids and second in ids:
            return first, second
    raise ValueError(f"'{token}' is neither a spot nor two spots: drawing.py needs a `path`.")


def named(words: Mapping[str, str], ids: Iterable[str]) -> dict[str, str]:
    """The name of each id that has one: its own, or that of the first key that it has the form of.

    >>> named({"a|b": "the first edge", "{one}|{two}": "{one} to {two}"}, ["a|b", "b|c", "d"])
    {'a|b': 'the first edge', 'b|c': 'b to c'}
    """
    forms = [(re.compile(_form(key)), said) for key, said in words.items() if "{" in key]
    found = {}
    for each in ids:
        fits = ((form.fullmatch(each), said) for form, said in forms)
        formed = (said.format(**match.groupdict()) for match, said in fits if match)
        name = words.get(each) or next(formed, None)
        if name is not None:
            found[each] = name
    return found


def _form(key: str) -> str:
    """The regular expression of a key such as "{first}|{second}"."""
    return "".join(
        re.escape(letters) + (f"(?P<{field}>[^@]+)" if field else "")
        for letters, field, _, _ in Formatter().parse(key)
    )


def load(package: str, options: Mapping[str, Value]) -> Game:
    """The game of that package with these options, the rest at their defaults."""
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
    """An option's value as people write it: on and off, a number, a word."""
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


def values_text(values: Sequence[object]) -> str:
    """All values of an option as people write them."""
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
    """All options of a game as `name=value name=value`."""
    return " ".join(f"{name}={value_text(value)}" for name, value in game.chosen)

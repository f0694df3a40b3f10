"""What must hold for what people see of every game, as checks that take a game; see contract.py."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, pairwise

from rich.style import Style
from tests.games.contract import Case, starts, walks

from tablier.game import named
from tablier.position import Position
from tablier.shapes import Board, Leg, Mark, Spot
from tablier.texts import texts

KEYS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
SQUARE = re.compile(r"[a-z]\d+")
TAKEN_KEYS = "qe"  # turn what was clicked, in the browser
NEAR = 0.5  # of a square

Point = tuple[float, float]


def board_of(case: Case) -> Board:
    return case.game.drawing.board(case.game.option_numbers)


def some(case: Case, games: int, every: int = 11) -> Iterator[tuple[Position, int]]:
    """Some positions of random games, with the action played there: all would take too long."""
    return islice(walks(case, games), 0, None, every)


# Spots


def check_spots(case: Case) -> None:
    """Spots have ids of their own and lie in the picture; arrow keys lead the way they point."""
    board = board_of(case)
    spots = {spot.id: spot for spot in board.spots}
    assert len(spots) == len(board.spots)
    for spot in board.spots:
        assert 0 < spot.x < board.width
        assert 0 < spot.y < board.height
        for key, other in spot.neighbours.items():
            right, down = KEYS[key]
            ahead = right * (spots[other].x - spot.x) + down * (spots[other].y - spot.y)
            assert ahead > 0.05, (spot.id, key)


def check_areas(case: Case) -> None:
    """A click on the middle of a spot means it alone: no other area there is as small."""
    areas = {spot.id: corners(spot) for spot in board_of(case).spots}
    for spot in board_of(case).spots:
        clicked = {each: size(area) for each, area in areas.items() if holds(area, spot)}
        assert spot.id in clicked, spot.id
        assert all(clicked[spot.id] < clicked[each] for each in clicked if each != spot.id), spot.id


def corners(spot: Spot) -> list[Point]:
    """The corners of an area, which is a polygon in the words M, L, H, V and Z."""
    found: list[Point] = [(0, 0)]
    assert re.fullmatch(r"M[-\d. LHV]+Z", spot.d), spot.d
    for word, numbers in re.findall(r"([MLHV])([-\d. ]+)", spot.d):
        x, y = found[-1]
        if word == "H":
            found.append((float(numbers), y))
        elif word == "V":
            found.append((x, float(numbers)))
        else:
            x, y = map(float, numbers.split())
            found.append((x, y))
    return found[1:]


def holds(area: Sequence[Point], spot: Spot) -> bool:
    """Does a ray from the middle of the spot to the right leave the area an odd number of times?"""
    crossed = 0
    for (x1, y1), (x2, y2) in pairwise([*area, area[0]]):
        if (y1 > spot.y) != (y2 > spot.y):
            crossed += spot.x < x1 + (spot.y - y1) / (y2 - y1) * (x2 - x1)
    return crossed % 2 == 1


def size(area: Sequence[Point]) -> float:
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairwise([*area, area[0]]))) / 2


# Click paths


def paths(position: Position) -> dict[tuple[str, ...], int]:
    """The legal actions by their click paths."""
    game, state, actions = position.game, position.state, position.legal_actions
    ways = game.ways(state, actions)
    assert [way % game.rules.ACTIONS for way in ways] == list(actions), str(position)
    known = game.paths(state, actions)
    assert known == [game.path(state, action) for action in actions], str(position)
    assert len(set(known)) == len(actions), str(position)
    return dict(zip(known, actions, strict=True))


def clickable(case: Case) -> set[str]:
    """All spots and buttons."""
    board = board_of(case)
    return {spot.id for spot in board.spots} | set(board.buttons)


def check_buttons(case: Case) -> None:
    """Buttons are no spots, each is the whole path of an action, and has a name of its own."""
    board = board_of(case)
    assert len(clickable(case)) == len(board.spots) + len(board.buttons)
    for position in starts(case, 1):
        paths = case.game.paths(position.state, range(case.game.rules.ACTIONS))
        pressed = [path for path in paths if not set(board.buttons).isdisjoint(path)]
        assert sorted(pressed) == sorted((button,) for button in board.buttons)
    for lang in case.languages:
        names = [case.game.spot_names(lang)[button] for button in board.buttons]
        assert len(set(names)) == len(names)


def check_click_paths(case: Case, games: int) -> None:
    """Every legal action has a path of spots; none is another one or its beginning."""
    known = clickable(case)
    for position, _ in some(case, games):
        found = paths(position)
        assert all(path and known.issuperset(path) for path in found)
        beginnings = {path[:n] for path in found for n in range(len(path))}
        assert beginnings.isdisjoint(found), str(position)


def check_tried_paths(case: Case) -> None:
    """What is not legal either cannot be clicked, or its path belongs to no other action."""
    known = clickable(case)
    for start in islice(starts(case, 1), 3):
        for position in (start, *(start.after(action) for action in start.legal_actions[:1])):
            everything = range(case.game.rules.ACTIONS)
            clicked = [path for path in case.game.paths(position.state, everything) if path]
            assert len(set(clicked)) == len(clicked), str(position)
            assert all(known.issuperset(path) for path in clicked)


def check_choices_are_reached(case: Case, games: int) -> None:
    """Arrow keys lead from the first choice to all others, after each click of a path."""
    spots = {spot.id: spot for spot in board_of(case).spots}
    for position, action in some(case, games):
        found = list(paths(position))
        clicked = () if action < 0 else case.game.path(position.state, action)
        for n in range(len(clicked)):
            ahead = [path[n] for path in found if path[:n] == clicked[:n]]
            choices = [each for each in ahead if each in spots]
            assert set(choices) <= reached(spots, *choices[:1]), (str(position), clicked[:n])


def reached(spots: Mapping[str, Spot], *starts: str) -> set[str]:
    """All spots that arrow keys lead to."""
    found, ahead = set(starts), list(starts)
    while ahead:
        fresh = set(spots[ahead.pop()].neighbours.values()) - found
        found |= fresh
        ahead += fresh
    return found


# Pieces


def marks(position: Position) -> dict[str, Mark]:
    return {mark.id: mark for mark in position.game.drawing.marks(position.state)}


def check_marks(case: Case, games: int) -> None:
    """Pieces are of known kinds, in the picture and on known spots, each with its own id."""
    board = board_of(case)
    spots = {"", *(spot.id for spot in board.spots)}
    for position, _ in walks(case, games):
        lying = case.game.drawing.marks(position.state)
        assert len({mark.id for mark in lying}) == len(lying)
        assert all(mark.piece in board.pieces and mark.spot in spots for mark in lying)
        assert all(0 <= mark.x <= board.width and 0 <= mark.y <= board.height for mark in lying)


def check_looking(case: Case, games: int) -> None:
    """Who looks at a position, or puts it into words, changes nothing of it."""
    drawing, notation = case.game.drawing, case.game.notation
    for position, action in some(case, games):
        state = position.state
        for look in (drawing.marks, drawing.text, notation.write, notation.status, notation.tally):
            look(state)
        case.game.ways(state, position.legal_actions)
        if action >= 0:
            drawing.route(state, action)
            case.game.news(state, position.after(action).state)
        assert state.tobytes() == position.data, str(position)


def check_routes(case: Case, games: int) -> None:
    """A move shows the way of its pieces, from where they lie to where they are afterwards."""
    for position, action in some(case, games, every=4):
        if action < 0:
            continue
        before, after = marks(position), marks(position.after(action))
        legs = case.game.drawing.route(position.state, action)
        for leg in legs:
            assert len(leg.points) > 1
        for mark in {leg.mark for leg in legs}:
            check_way(before[mark], [leg for leg in legs if leg.mark == mark], after)
        assert moved(before, after) <= {leg.mark for leg in legs}, str(position)
        path = case.game.path(position.state, action)
        assert legs or not left(before, after, path[0]) & left(after, before, path[-1])


def check_way(mark: Mark, legs: Sequence[Leg], after: Mapping[str, Mark]) -> None:
    """The way begins at the piece; where it ends lies one of its kind, or none is near."""
    assert close(legs[0].points[0], mark), mark
    end = legs[-1].points[-1]
    alike = [other for other in after.values() if other.piece == mark.piece]
    near = [other for other in alike if close(end, other, NEAR)]
    assert not near or any(close(end, other) for other in near), mark


def close(point: Point, mark: Mark, apart: float = 1e-6) -> bool:
    return max(abs(point[0] - mark.x), abs(point[1] - mark.y)) < apart


def moved(before: Mapping[str, Mark], after: Mapping[str, Mark]) -> set[str]:
    """The pieces that have kept their id and not their place, if it is more than a nudge."""
    kept = before.keys() & after.keys()
    return {each for each in kept if not close((after[each].x, after[each].y), before[each], NEAR)}


def left(before: Mapping[str, Mark], after: Mapping[str, Mark], spot: str) -> set[str]:
    """The kinds of the pieces that were on a spot and are no longer."""
    gone = before.keys() - after.keys()
    return {before[each].piece for each in gone if before[each].spot == spot}


# Words


def check_names(case: Case) -> None:
    """Names are for what exists; each spot is a square or has one, each piece on a spot has one."""
    board = board_of(case)
    for lang in case.languages:
        words = texts(case.game.package, lang)
        pieces, spots = case.game.piece_names(lang), case.game.spot_names(lang)
        for key, name in words.get("pieces", {}).items():
            assert named({key: name}, pieces), key
        for key, name in words.get("spots", {}).items():
            assert named({key: name}, spots), key
        assert all(spot.id in spots or SQUARE.fullmatch(spot.id) for spot in board.spots)
        for mark in marks(case.game.position(case.game.drawing.SCENE)).values():
            assert not mark.spot or {mark.piece, f"{mark.piece}@{mark.turn:g}"} & pieces.keys()


def check_signs(case: Case) -> None:
    """Seats have a piece each to stand for them, or none has; what is explained is a piece."""
    board = board_of(case)
    assert not board.seats or len(set(board.seats)) == case.game.rules.PLAYERS
    explained = {
        piece
        for lang in case.languages
        for piece in texts(case.game.package, lang).get("legend", {})
    }
    assert {*board.seats, *explained} <= board.pieces.keys()


def check_views(case: Case) -> None:
    """Every view has a label, a key of its own, and a style."""
    views = case.game.views
    assert all(re.fullmatch("[a-z]", key) for key in views.values())
    assert len({*views.values(), *TAKEN_KEYS}) == len(views) + len(TAKEN_KEYS)
    style = (case.home / "style.css").read_text("utf-8")
    assert set(re.findall(r"\.view-([\w-]+)", style)) == set(views)
    for lang in case.languages:
        assert texts(case.game.package, lang).get("views", {}).keys() == views.keys()


def check_text_fits(case: Case) -> None:
    """The board in letters fits a terminal of 80 columns; all its lines are equally long."""
    for position, _ in some(case, 1):
        lines = case.game.drawing.text(position.state).splitlines()
        assert any(line.strip() for line in lines)
        assert len({len(line) for line in lines}) == 1
        assert len(lines[0]) <= 78


def check_letters(case: Case, games: int) -> None:
    """Places lie in the text and apart; all that changes lies in them or below the last of them."""
    letters, known = case.game.letters, {spot.id for spot in board_of(case).spots}
    if not letters.places:
        return
    held = [
        (place.line, place.column + n)
        for places in letters.places.values()
        for place in places
        for n in range(place.width)
    ]
    assert known >= letters.places.keys()
    assert len(set(held)) == len(held)
    last = max(line for line, _ in held)
    first = ""
    for position, _ in some(case, games):
        text = case.game.drawing.text(position.state)
        first, lines = first or text, text.splitlines()
        assert last < len(lines) - 1
        assert all(column < len(lines[line]) for line, column in held)
        assert changed_letters(first, text, last) <= set(held), str(position)


def changed_letters(before: str, after: str, last: int) -> set[tuple[int, int]]:
    """Where two texts differ, down to a line."""
    lines = zip(before.splitlines()[: last + 1], after.splitlines(), strict=False)
    return {
        (n, column)
        for n, (old, new) in enumerate(lines)
        for column, (letter, other) in enumerate(zip(old, new, strict=False))
        if letter != other
    }


def check_letters_of_pieces(case: Case, games: int) -> None:
    """Where pieces lie otherwise than before, the text of the board is another one."""
    places = case.game.letters.places
    last = max((place.line for each in places.values() for place in each), default=0)
    for position, action in some(case, games):
        after = position.after(action) if action >= 0 else position
        before, now = lying(position), lying(after)
        old, new = (case.game.drawing.text(each.state) for each in (position, after))
        moved = any(before.get(spot) != now.get(spot) for spot in places)
        assert not moved or changed_letters(old, new, last), str(position)


def lying(position: Position) -> dict[str, str]:
    """What lies on each spot."""
    return {mark.spot: mark.piece for mark in marks(position).values() if mark.spot}


def place_letters(case: Case, text: str, spot: str) -> list[str]:
    lines = text.splitlines()
    places = case.game.letters.places.get(spot, ())
    return [lines[each.line][each.column : each.column + each.width] for each in places]


def check_inks(case: Case) -> None:
    """Styles can be read, grounds have a colour, and every ink is used in some game."""
    letters = case.game.letters
    for style in (letters.field, letters.count, *letters.inks.values()):
        Style.parse(style)
    for place in (place for places in letters.places.values() for place in places):
        assert Style.parse(place.style).bgcolor
    unused = {re.compile(pattern) for pattern in letters.inks}
    for start in starts(case, 1):
        for position in (start, case.game.position(case.game.drawing.SCENE)):
            text = case.game.drawing.text(position.state)
            found = [word for spot in letters.places for word in place_letters(case, text, spot)]
            unused -= {ink for ink in unused if any(map(ink.search, found))}
    assert len(unused) <= len(letters.inks) // 2

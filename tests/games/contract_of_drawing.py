"""What must hold for what people see of every game, as checks that take a game; see contract.py."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, pairwise

from rich.style import Style
from tests.games.contract_case import Case, Step, cases
from tests.games.contract_positions import starts, walks

from tablier.position import Position
from tablier.shapes import Board, Leg, Mark, Spot
from tablier.texts import named, texts

KEYS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
SQUARE = re.compile(r"[a-z]\d+")
TAKEN_KEYS = "qe"  # turn what was clicked, in the browser
NEAR = 0.5  # of a square

Point = tuple[float, float]


def board_of(case: Case) -> Board:
    return case.game.drawing.board(case.game.option_numbers)


def some(case: Case, games: int, every: int = 3) -> Iterator[Step]:
    """Some positions of random games, with the action played there: all would take too long."""
    return islice(walks(case, games), 0, None, every)


def twice(names: Iterable[object]) -> list[object]:
    """Those that are there more than once."""
    return [name for name, n in Counter(names).items() if n > 1]


# Spots


def check_spots(case: Case) -> None:
    """Spots have ids of their own and lie in the picture; arrow keys lead the way they point."""
    board = board_of(case)
    spots = {spot.id: spot for spot in board.spots}
    assert len(spots) == len(board.spots), f"ids of several spots: {twice(map(id_of, board.spots))}"
    for spot in board.spots:
        size = f"the picture, which is {board.width} × {board.height}"
        assert 0 < spot.x < board.width, f"spot {spot.id} at x = {spot.x} is not in {size}"
        assert 0 < spot.y < board.height, f"spot {spot.id} at y = {spot.y} is not in {size}"
        for key, other in spot.neighbours.items():
            right, down = KEYS[key]
            assert other in spots, f"{key} of spot {spot.id} leads to {other!r}, which is no spot"
            ahead = right * (spots[other].x - spot.x) + down * (spots[other].y - spot.y)
            assert ahead > 0.05, f"{key} of spot {spot.id} leads to {other}, which is not that way"


def id_of(thing: Spot | Mark) -> str:
    return thing.id


def check_areas(case: Case) -> None:
    """A click on the middle of a spot means it alone: no other area there is as small."""
    areas = {spot.id: corners(spot) for spot in board_of(case).spots}
    for spot in board_of(case).spots:
        clicked = {each: size(area) for each, area in areas.items() if holds(area, spot)}
        assert spot.id in clicked, f"the area of spot {spot.id} does not hold its own middle"
        smaller = [each for each in clicked if clicked[each] <= clicked[spot.id]]
        said = (
            f"a click on the middle of spot {spot.id} may mean {smaller}: areas as small lie there"
        )
        assert smaller == [spot.id], said


def corners(spot: Spot) -> list[Point]:
    """The corners of an area, which is a polygon in the words M, L, H, V and Z."""
    found: list[Point] = [(0, 0)]
    said = f"the area of spot {spot.id} is no polygon in the words M L H V Z: {spot.d!r}"
    assert re.fullmatch(r"M[-\d. LHV]+Z", spot.d), said
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
    rests = [way % game.rules.ACTIONS for way in ways]
    assert rests == list(actions), "drawing.ways: the rest of each by ACTIONS has to be its action"
    known = game.paths(state, actions)
    alone = [game.path(state, action) for action in actions]
    assert known == alone, "drawing.ways: an action alone has another way than among all"
    alike = [(way, game.notation.TOKENS[actions[known.index(way)]]) for way in twice(known)]  # type: ignore[arg-type]
    assert not alike, f"the click path of several legal moves: {alike}"
    return dict(zip(known, actions, strict=True))


def clickable(case: Case) -> set[str]:
    """All spots and buttons."""
    board = board_of(case)
    return {spot.id for spot in board.spots} | set(board.buttons)


def check_buttons(case: Case) -> None:
    """Buttons are no spots, each is the whole path of an action, and has a name of its own."""
    board = board_of(case)
    shared = set(board.buttons) & set(map(id_of, board.spots))
    assert not shared, f"ids of buttons and of spots as well: {shared}"
    for position in starts(case, 1):
        paths = case.game.paths(position.state, range(case.game.rules.ACTIONS))
        pressed = [path for path in paths if not set(board.buttons).isdisjoint(path)]
        wanted = sorted((button,) for button in board.buttons)
        assert sorted(pressed) == wanted, "each button is the whole click path of one action"
    for lang in case.languages:
        names, file = case.game.spot_names(lang), case.file(f"texts/{lang}.toml")
        unnamed = [button for button in board.buttons if button not in names]
        assert not unnamed, f"[spots] of {file} has no name for the buttons {unnamed}"
        alike = twice(names[button] for button in board.buttons)
        assert not alike, f"[spots] of {file} calls several buttons {alike}"


def check_click_paths(case: Case, games: int) -> None:
    """Every legal action has a path of spots; none is another one or its beginning."""
    known = clickable(case)
    for position, _ in some(case, games):
        found = paths(position)
        for path, action in found.items():
            odd = f"the click path of {case.token(action)}: {path}"
            assert path, f"{odd} is empty"
            assert known.issuperset(path), f"{odd} has no spot or button {set(path) - known}"
        beginnings = {path[:n] for path in found for n in range(len(path))} & found.keys()
        cut = [(case.token(found[path]), path) for path in beginnings]
        assert not cut, f"these click paths are beginnings of others: {cut}"


def check_tried_paths(case: Case) -> None:
    """What is not legal either cannot be clicked, or its path belongs to no other action."""
    known = clickable(case)
    for start in (case.game.start(), *islice(starts(case, 0), 2)):
        for position in (start, *(start.after(action) for action in start.legal_actions[:1])):
            everything = range(case.game.rules.ACTIONS)
            clicked = [path for path in case.game.paths(position.state, everything) if path]
            alike = twice(clicked)[:5]
            assert not alike, f"at {position}: paths of several actions, legal or not: {alike}"
            odd = {spot for path in clicked for spot in path} - known
            assert not odd, f"at {position}: paths of no spot or button: {sorted(odd)[:9]}"


def check_choices_are_reached(case: Case, games: int) -> None:
    """Arrow keys lead from the first choice to all others, after each click of a path."""
    spots = {spot.id: spot for spot in board_of(case).spots}
    for position, action in some(case, games):
        found = list(paths(position))
        clicked = () if action < 0 else case.game.path(position.state, action)
        for n in range(len(clicked)):
            ahead = [path[n] for path in found if path[:n] == clicked[:n]]
            choices = [each for each in ahead if each in spots]
            lost = set(choices) - reached(spots, *choices[:1])
            said = (
                f"after the clicks {clicked[:n]} arrow keys lead from {choices[:1]} not to {lost}"
            )
            assert not lost, f"neighbours of the spots: {said}"


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
        assert len({mark.id for mark in lying}) == len(lying), f"marks: {twice(map(id_of, lying))}"
        for mark in lying:
            said = f"drawing.marks: {mark}"
            assert mark.piece in board.pieces, f"{said} is of no kind in {sorted(board.pieces)}"
            assert mark.spot in spots, f"{said} lies on no spot; spot = '' if it lies on none"
            inside = 0 <= mark.x <= board.width and 0 <= mark.y <= board.height
            assert inside, f"{said} is outside the picture, {board.width} × {board.height}"


def check_looking(case: Case, games: int) -> None:
    """Who looks at a position, or puts it into words, changes nothing of it."""
    drawing, notation = case.game.drawing, case.game.notation
    for position, action in some(case, games):
        state = position.state
        for look in (drawing.marks, drawing.text, notation.write, notation.status, notation.tally):
            look(state)
            assert state.tobytes() == position.data, f"{look.__name__} changes the state"
        case.game.ways(state, position.legal_actions)
        if action >= 0:
            drawing.route(state, action)
            case.game.news(state, position.after(action).state)
        assert state.tobytes() == position.data, "ways, route or news changes the state"


def check_routes(case: Case, games: int) -> None:
    """A move shows the way of its pieces, from where they lie to where they are afterwards."""
    for position, action in some(case, games):
        if action < 0:
            continue
        before, after = marks(position), marks(position.after(action))
        legs = case.game.drawing.route(position.state, action)
        for leg in legs:
            assert len(leg.points) > 1, f"drawing.route: a leg of one point leads nowhere: {leg}"
            assert leg.mark in before, f"drawing.route moves {leg.mark!r}, which does not lie there"
        for mark in {leg.mark for leg in legs}:
            check_way(before[mark], [leg for leg in legs if leg.mark == mark], after)
        still = moved(before, after) - {leg.mark for leg in legs}
        assert not still, f"drawing.route: {still} lie elsewhere after the move and have no leg"
        path = case.game.path(position.state, action)
        gone = left(before, after, path[0]) & left(after, before, path[-1])
        said = f"{gone} go from {path[0]} to {path[-1]} under another id and have no leg"
        assert legs or not gone, f"drawing.route: {said}"


def check_way(mark: Mark, legs: Sequence[Leg], after: Mapping[str, Mark]) -> None:
    """The way begins at the piece; where it ends lies one of its kind, or none is near."""
    said = f"drawing.route: the way of {mark.id} begins at {legs[0].points[0]}"
    assert close(legs[0].points[0], mark), f"{said}, and it lies at {(mark.x, mark.y)}"
    end = legs[-1].points[-1]
    alike = [other for other in after.values() if other.piece == mark.piece]
    near = [other for other in alike if close(end, other, NEAR)]
    lying = [(other.x, other.y) for other in near]
    said = f"drawing.route: the way of {mark.id} ends at {end}, where none like it lies afterwards"
    assert not near or any(close(end, other) for other in near), f"{said}: the nearest {lying}"


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
        file = case.file(f"texts/{lang}.toml")
        for key, name in words.get("pieces", {}).items():
            assert named({key: name}, pieces), f"[pieces] of {file} names {key!r}: no such piece"
        for key, name in words.get("spots", {}).items():
            said = f"[spots] of {file} names {key!r}: no such spot"
            assert named({key: name}, ids_with_any_option(case)), said
        ids = map(id_of, board.spots)
        unnamed = [each for each in ids if each not in spots and not SQUARE.fullmatch(each)]
        assert not unnamed, f"[spots] of {file} has no name for {unnamed[:9]}; squares need none"
        for mark in marks(case.game.position(case.game.drawing.SCENE)).values():
            known = not mark.spot or {mark.piece, f"{mark.piece}@{mark.turn:g}"} & pieces.keys()
            assert known, f"[pieces] of {file} has no name for {mark.piece!r}, as on {mark.spot}"


def ids_with_any_option(case: Case) -> set[str]:
    """All spots and buttons that there are with some options."""
    options = [each.game.option_numbers for each in cases(case.game.package)]
    boards = [case.game.drawing.board(numbers) for numbers in options]
    return {each for board in boards for each in (*map(id_of, board.spots), *board.buttons)}


def check_signs(case: Case) -> None:
    """Seats have a piece each to stand for them, or none has; what is explained is a piece."""
    board = board_of(case)
    own = not board.seats or len(set(board.seats)) == case.game.rules.PLAYERS
    assert own, f"Board.seats: {case.game.rules.PLAYERS} kinds of pieces, or none: {board.seats}"
    explained = {
        piece
        for lang in case.languages
        for piece in texts(case.game.package, lang).get("legend", {})
    }
    odd = {*board.seats, *explained} - board.pieces.keys()
    assert not odd, f"in Board.seats or [legend] of texts/, and no kind of piece: {odd}"


def check_views(case: Case) -> None:
    """Every view has a label, a key of its own, and a style."""
    views = case.game.views
    odd = [key for key in views.values() if not re.fullmatch("[a-z]", key)]
    assert not odd, f"drawing.VIEWS: the key of a view is a small letter: {odd}"
    shared = twice([*views.values(), *TAKEN_KEYS])
    assert not shared, f"drawing.VIEWS: keys that are taken: {shared}"
    style = (case.home / "style.css").read_text("utf-8")
    styled = set(re.findall(r"\.view-([\w-]+)", style))
    assert styled == set(views), f"views in {case.file('style.css')} and in drawing.VIEWS"
    for lang in case.languages:
        labels = texts(case.game.package, lang).get("views", {})
        file = case.file(f"texts/{lang}.toml")
        assert set(labels) == set(views), f"[views] of {file} and drawing.VIEWS"


def check_text_fits(case: Case) -> None:
    """The board in letters fits a terminal of 80 columns; all its lines are equally long."""
    for position, _ in some(case, 1):
        text = case.game.drawing.text(position.state)
        lines = text.splitlines()
        assert any(line.strip() for line in lines), "drawing.text is empty"
        lengths = [len(line) for line in lines]
        assert len(set(lengths)) == 1, (
            f"drawing.text: lines of {sorted(set(lengths))} letters:\n{text}"
        )
        assert lengths[0] <= 78, f"drawing.text has {lengths[0]} columns, a terminal shows 78"


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
    odd = letters.places.keys() - known
    assert not odd, f"places in letters.py of no spot: {odd}"
    assert len(set(held)) == len(held), f"places overlap at line, column: {twice(held)[:9]}"
    last = max(line for line, _ in held)
    first = ""
    for position, _ in some(case, games):
        text = case.game.drawing.text(position.state)
        first, lines = first or text, text.splitlines()
        assert last < len(lines) - 1, (
            f"letters.py: a place in line {last}, the text has {len(lines)}"
        )
        far = [place for place in held if place[1] >= len(lines[place[0]])]
        assert not far, f"letters.py: places outside the text at line, column: {far[:9]}"
        odd_letters = sorted(changed_letters(first, text, last) - set(held))[:9]
        said = f"what changes lies in no place of letters.py, at line, column: {odd_letters}"
        assert not odd_letters, f"{said}:\n{text}"


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
        moved = [spot for spot in places if before.get(spot) != now.get(spot)]
        said = f"pieces on {moved} change and drawing.text does not"
        assert not moved or changed_letters(old, new, last), f"{said}:\n{new}"


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
        assert Style.parse(place.style).bgcolor, f"letters.py: {place} has no ground, as “on #abc”"
    unused = {re.compile(pattern) for pattern in letters.inks}
    for start in starts(case, 1):
        for position in (start, case.game.position(case.game.drawing.SCENE)):
            text = case.game.drawing.text(position.state)
            found = [word for spot in letters.places for word in place_letters(case, text, spot)]
            unused -= {ink for ink in unused if any(map(ink.search, found))}
    said = f"inks of letters.py that no text needs: {[ink.pattern for ink in unused]}"
    assert len(unused) <= len(letters.inks) // 2, said

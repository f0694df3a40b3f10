"""Pages are told of moves in few bytes, and know the whole position."""

import random
from typing import Any

import msgspec
import pytest
from tests.games.choices import called, choices, short
from tests.server.clients import in_full

from tablier import games
from tablier.play import views
from tablier.play.events import Played
from tablier.texts import Reader

Frame = dict[str, Any]
TURNS = 12


def told(frame: msgspec.Struct) -> Frame:
    return dict(msgspec.json.decode(msgspec.json.encode(frame)))


def whole(played: Played, to: Reader) -> Frame:
    """The same from the position itself."""
    after = played.after
    result = views.rules_result(after, "de", to)
    view = told(views.position_view(after, played.ply, "de", result, to=to, with_text=False))
    if after.turn not in to.seats:  # who waits has nothing to choose from
        view["choices"] = view["suggested"] = []
    news = None if played.news is None else views.said(after.game, played.news, "de", to)
    route = msgspec.json.decode(msgspec.json.encode(views.route(played.before, played.token)))
    held = views.held(played, "de")
    besides = {"route": route, "clock": None, "result": result and told(result), "news": news}
    return {
        "type": "moved",
        "token": played.token,
        "seat": played.seat,
        **besides,
        "position": view,
        "held": held and told(held),
    }


@pytest.mark.parametrize(("name", "options"), choices(games()), ids=called)
def test_a_step_says_what_the_whole_position_says(name: str, options: dict[str, Any]) -> None:
    dice, position = random.Random(3), short(name, TURNS, **options).start(seed=3)
    marks, ply = told_marks(position), 0
    while position.legal_moves:
        token = dice.choice(position.legal_moves)
        after, ply = position.play(token), ply + 1
        played = Played(ply, token, position.turn, position, after)
        for seat in range(position.game.players):
            reader = Reader(frozenset({seat}), ("",) * position.game.players)
            found = in_full(told(views.step(played, "de", reader)), marks)
            assert found == whole(played, reader)
        position, marks = after, found["position"]["marks"]
    assert ply > 3


def told_marks(position: Any) -> list[Frame]:
    return list(msgspec.json.decode(msgspec.json.encode(views.marks(position))))

"""Bots play whole games with berserk, lichess's own client, unchanged."""

import pytest
from tests.games.choices import limited
from tests.server.bots import SOON, Bot, Told, bot_seat, heard, new_bot
from tests.server.clients import HERE, Server, computer

from tablier import Record, game, games

pytestmark = pytest.mark.one_game

FOR_TWO = [name for name in games() if game(name).players == 2]
every_game = pytest.mark.parametrize("name", FOR_TWO)


def variant(name: str) -> str:
    """A short game as a bot asks for it."""
    return " ".join([name, *(f"{key}={value}" for key, value in limited(name, 4).items())])


def check(server: Server, full: Told, end: Told) -> None:
    """What a bot was told is what was played, by the rules."""
    of = full["variant"]
    position = game(of["key"], **of["options"]).position(full["initialFen"])
    for token in end["moves"].split():
        position = position.play(token)
    assert str(position) == end["fen"]
    record = Record.read(server.get(f"/api/tables/{full['id']}/record").text)
    assert " ".join(record.tokens) == end["moves"]
    outcome = position.outcome()
    assert outcome is not None
    assert end["payoffs"] == list(outcome.payoffs)
    winner = {1: "white", -1: "black", 0: None}[round(outcome.payoffs[0])]
    assert end.get("winner") == winner
    assert end["status"] == ("draw" if winner is None else "variantEnd")


@every_game
def test_a_bot_plays_a_whole_game_against_level_1(server: Server, name: str) -> None:
    bot = new_bot(server)
    begun = bot.challenges.create_ai(level=1, color="black", variant=variant(name))
    assert (begun["color"], begun["opponent"]["aiLevel"]) == ("black", 1)
    told = bot.play(begun["id"])
    full, end = told[0], told[-1]
    assert full["white"]["aiLevel"] == 1
    assert (full["black"]["id"], full["black"]["name"]) == (bot.id, bot.name)
    check(server, full, end)
    moves = [state.get("state", state)["moves"].split() for state in told]
    assert [len(each) for each in moves] == list(range(len(moves[0]), len(moves[-1]) + 1))


@every_game
def test_two_bots_play_each_other(server: Server, name: str) -> None:
    host, guest = new_bot(server, "Host"), new_bot(server, "Guest")
    with host.waiting() as hosts, guest.waiting() as guests:
        made = host.challenges.create(guest.name, rated=False, color="white", variant=variant(name))
        asked = heard(guests, "challenge")
        assert asked["id"] == made["id"]
        assert (asked["challenger"]["id"], asked["destUser"]["id"]) == (host.id, guest.id)
        assert asked["variant"]["key"] == name
        guest.client.bots.accept_challenge(asked["id"])
        playing = []
        for who, events, colour in ((host, hosts, "white"), (guest, guests, "black")):
            begun = heard(events, "gameStart")
            assert (begun["gameId"], begun["color"]) == (made["id"], colour)
            assert begun["isMyTurn"] == (colour == "white")
            playing.append(who.playing(begun["gameId"]))
        told = [each.result(SOON) for each in playing]
        ends = [each[-1] for each in told]
        check(server, told[0][0], ends[0])
        for key in ("moves", "fen", "status", "payoffs"):
            assert ends[0][key] == ends[1][key]
        for events in (hosts, guests):
            over = heard(events, "gameFinish")
            assert over["status"]["name"] == ends[0]["status"]
            assert over.get("winner") == ends[0].get("winner")
        assert host.client.games.get_ongoing() == []


def begin(server: Server, variant: str = "mole-hill") -> tuple[Bot, str]:
    """A game of a bot that has the first move."""
    bot = new_bot(server)
    asked = {"level": 1, "color": "white", "variant": variant}
    return bot, str(bot.challenges.create_ai(**asked)["id"])


def test_a_game_ends_by_resignation_and_so_does_its_stream(server: Server) -> None:
    bot, game_id = begin(server)
    bot.client.bots.make_move(game_id, "e4")
    bot.client.bots.resign_game(game_id)
    told = bot.watch(game_id)
    assert [line["type"] for line in told] == ["gameFull"]
    assert told[0]["state"]["status"] == "resign"
    assert told[0]["state"]["winner"] == "black"
    assert not told[0]["state"]["isMyTurn"]


def test_a_clock_is_told_and_runs_out(server: Server) -> None:
    bot = new_bot(server)
    made = bot.challenges.create_ai(
        level=1, color="white", variant="mole-hill", clock_limit=1, clock_increment=0
    )
    bot.client.bots.make_move(made["id"], "e4")
    told = bot.watch(made["id"])
    assert told[0]["clock"] == {"initial": 1000, "increment": 0}
    assert told[0]["speed"] == "ultraBullet"
    assert (told[-1]["status"], told[-1]["winner"]) == ("outoftime", "black")
    assert told[-1]["wtime"].total_seconds() == 0


def test_an_aborted_game_has_no_result(server: Server) -> None:
    bot, game_id = begin(server)
    bot.client.bots.abort_game(game_id)
    (full,) = bot.watch(game_id)
    assert full["state"]["status"] == "aborted"
    assert "winner" not in full["state"]
    assert server.get(f"/api/tables/{game_id}/record").text.rstrip().endswith("*")


def test_a_game_can_begin_anywhere(server: Server) -> None:
    bot = new_bot(server)
    text = "c3 c3|c4 m 1 -"
    made = bot.challenges.create_ai(level=1, color="white", variant="mole-hill", position=text)
    full = next(bot.client.bots.stream_game_state(made["id"]))
    assert full["initialFen"] == full["state"]["fen"] == text


def test_four_players_are_white_black_third_and_fourth(server: Server) -> None:
    bot = new_bot(server)
    made = bot.challenges.create_ai(
        level=1, color="third", variant="labyrinthe players=4 turn_limit=4"
    )
    assert (made["color"], made["colors"]) == ("third", ["third"])
    told = bot.play(made["id"])
    full, end = told[0], told[-1]
    assert full["third"]["id"] == bot.id
    assert [full[colour]["aiLevel"] for colour in ("white", "black", "fourth")] == [1, 1, 1]
    assert len(end["times"]) == len(end["payoffs"]) == 4
    assert abs(sum(end["payoffs"])) < 1e-9


def test_a_bot_may_have_several_seats(server: Server) -> None:
    bot = new_bot(server)
    seats = [bot_seat(bot), computer(1), bot_seat(bot), bot_seat(bot)]
    options = {"players": 4, "turn_limit": 4}
    made = server.make("labyrinthe", seats, options=options)
    bot.client.bots.accept_challenge(made["table"])
    (begun,) = bot.client.games.get_ongoing()
    assert begun["colors"] == ["white", "third", "fourth"]
    end = bot.play(made["table"])[-1]
    assert end["status"] in ("draw", "variantEnd")


def test_who_waits_is_listed_and_can_be_asked(server: Server) -> None:
    bot = new_bot(server, "Early")
    assert bot.id not in [each["id"] for each in bot.client.bots.get_online_bots()]
    with bot.waiting() as events:
        server.make("mole-hill", [{**HERE, "name": "Ada"}, bot_seat(bot)])
        asked = heard(events, "challenge")
        assert asked["challenger"]["name"] == "Ada"
        assert asked["timeControl"] == {"type": "unlimited"}
        assert bot.id in [each["id"] for each in bot.client.bots.get_online_bots()]


def test_an_account_says_who_it_is(server: Server) -> None:
    bot = new_bot(server, "Somebody")
    account = bot.client.account.get()
    assert (account["id"], account["username"], account["title"]) == (bot.id, bot.name, "BOT")

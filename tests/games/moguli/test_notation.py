"""How Moguli is written and read: tokens, position texts, a sentence for whatever is wrong."""

from dataclasses import dataclass

import pytest
from tests.games.moguli.setting import LONG, ROUND, TUNNEL, board, game

from tablier import BadPosition, IllegalMove, Position
from tablier.texts import say, texts

GAME = game()
OPENING = GAME.start()
OUT = {"a1": "C", "b1": "B", "b2": "A"}
HOMEWARD = {"a2": "C", "b2": "A", "b1": "C"}
FULL_ROW = "a1 b1 c1 d1 e1"
ABOVE = {**TUNNEL, "a1": "A"}  # on the top a1 joins a2, where the tunnel begins


@dataclass(frozen=True)
class Wrong:
    """Something that is refused: what is tried, and the sentence that should say why."""

    key: str
    clause: str
    tried: str
    words: str
    """What the sentence speaks of, word for word."""
    position: Position = OPENING


SWAPPING = game(new_start_row=True).start()
PLAYING = board(TUNNEL, "a2", "b2", new_start_row=True)
BARRED = board({}, barred="c4,d2")
DUTY = board(OUT, FULL_ROW)
MOVED = board(TUNNEL, "a2", "b2").play("a2-b3")
THIRD = board(TUNNEL, "a2 b1", "b2 c1 d1 e1", obligation="third_home")
COMING_BACK = board(HOMEWARD, "a2", "b2 c1 d1 e1", obligation="third_home")
COMPULSORY = board(TUNNEL, "a2", "b2", compulsory=True)

ILLEGAL = [
    Wrong("no_token", "9.1", "c4", "‘c4’"),
    Wrong("no_token", "9.1", "Pass", "‘Pass’"),
    Wrong("no_token", "9.1", "a1-b2-c3", "‘a1-b2-c3’"),
    Wrong("no_square", "1.1", "f1+1", "‘f1’"),
    Wrong("no_square", "1.1", "a1-a8", "‘a8’"),
    Wrong("no_square", "1.1", "A1-a2", "‘A1’"),
    Wrong("no_quarters", "3.1", "c4+0", "not by ‘0’"),
    Wrong("no_quarters", "3.1", "c4+4", "not by ‘4’"),
    Wrong("same_gate", "4.1", "a1-a1", "a1 is the same"),
    Wrong("swap_first", "8.2", "c4+1", "c4+1 has to wait", SWAPPING),
    Wrong("swap_first", "8.2", "pass", "pass has to wait", SWAPPING.play("keep")),
    Wrong("swap_late", "8.2", "swap3", "before the first turn", PLAYING),
    Wrong("swap_late", "8.2", "keep", "before the first turn", PLAYING),
    Wrong("no_swap", "8.2", "swap4", "no ‘swap4’"),
    Wrong("no_swap", "8.2", "keep", "no ‘keep’"),
    Wrong("pass_duty", "6.3", "pass", "one must before your turn ends", DUTY),
    Wrong("pass_duty", "6.3", "pass", "one must", board(OUT, FULL_ROW, compulsory=True)),
    Wrong("must_move", "2.3", "pass", "while you can move", COMPULSORY),
    Wrong("must_move", "2.3", "pass", "while you can move", COMPULSORY.play("e7+1")),
    Wrong("must_turn", "2.3", "pass", "before you have rotated", COMPULSORY.play("a2-b3")),
    Wrong("turned_already", "3.1", "c4+1", "rotated e7", board(TUNNEL, "a2", "b2").play("e7+1")),
    Wrong("barred", "3.2", "c4+1", "Tile c4", BARRED),
    Wrong("barred", "3.2", "d2+3", "Tile d2", BARRED),
    Wrong("breaks_duty", "6.3", "b1+2", "After b1+2", DUTY),
    Wrong("breaks_move", "2.3", "b2+1", "After b2+1 no pawn could move", COMPULSORY),
    Wrong("moved_already", "2.1", "b3-a2", "have already moved", MOVED),
    Wrong("not_yours", "4.1", "b2-b3", "on b2 is your opponent’s", board(TUNNEL, "a2", "b2")),
    Wrong("no_pawn", "4.1", "b3-a2", "no pawn on b3", board(TUNNEL, "a2", "b2")),
    Wrong("end_taken", "4.5", "a2-b2", "a pawn on b2", board(TUNNEL, "a2", "b2")),
    Wrong("duty_elsewhere", "6.2", "a2-b3", "a2 is elsewhere", board(TUNNEL, "a2 b1 c1 d1 e1")),
    Wrong("duty_stays", "6.2", "b1-a1", "a1 is on it too", board(TUNNEL, "a2 b1 c1 d1 e1")),
    Wrong("row_full", "6.4", "a2-b1", "on b1", board(HOMEWARD, "a2", "b2 c1 d1 e1")),
    Wrong("third_elsewhere", "6.2", "a2-b3", "a2 is elsewhere", THIRD),
    Wrong("third_stays", "6.2", "b1-a1", "a1 is on it too", THIRD),
    Wrong("third_back", "8.4", "a2-b1", "b1 is on it", COMING_BACK),
    Wrong("passes_nobody", "4.3", "a2-b3", "from a2 to b3", board(TUNNEL, "a2")),
    Wrong("passes_nobody", "4.3", "a1-a2", "from a1 to a2", board(ABOVE, "a1", "b2")),
    Wrong(
        "blocked", "4.2", "a1-b3", "on a2 blocks the way from a1 to b3", board(ABOVE, "a1 a2 b2")
    ),
    Wrong("no_path", "1.4", "a2-c1", "from a2 to c1", board(TUNNEL, "a2", "b2")),
    Wrong("no_path", "1.4", "a2-e3", "from a2 to e3", board(ROUND, "a2", "e2")),
    Wrong("no_path", "1.4", "b3-a2", "from b3 to a2", board({**LONG, "b2": "C"}, "b3", "b2")),
]

START = str(GAME.start())
TILES, PAWNS = "DCCBC/abBdC/cDcAC/BDdAa/bdbba/bccBA/cDBaD", "a1,b1,c1,d1,e1 a7,b7,c7,d7,e7"


def text(rest: str, tiles: str = TILES) -> str:
    return f"{tiles} {rest}"


LATE = "a1,a7,b7,c7,d7 a2,b1,b2,d1,e7"  # four of player 1 are home
BOTH = "a7,b7,c7,d7,e5 a1,b1,c1,d1,e4"  # four of each
REFUSED = [
    Wrong("fields", "9.2", "", "here are 1"),
    Wrong("fields", "9.2", START + " 0", "here are 11"),
    Wrong("fields", "9.2", START.replace(" ", "  ", 1), "here are 11"),
    Wrong("tile_rows", "9.2", text(f"{PAWNS} 1 - - - 0 play 0", TILES[6:]), "here are 6"),
    Wrong("tile_row", "9.2", text(f"{PAWNS} 1 - - - 0 play 0", TILES[:-1]), "‘cDBa’"),
    Wrong("tile_row", "9.2", text(f"{PAWNS} 1 - - - 0 play 0", TILES[:-1] + "e"), "‘cDBae’"),
    Wrong("triangles", "1.3", text(f"{PAWNS} 1 - - - 0 play 0", TILES[:-1] + "d"), "here 18"),
    Wrong("no_square", "1.1", text("a1,b1,c1,d1,f1 a7,b7,c7,d7,e7 1 - - - 0 play 0"), "‘f1’"),
    Wrong("no_square", "1.1", text(f"{PAWNS} 1 - c4, - 0 play 0"), "‘’"),
    Wrong("no_square", "1.1", text(f"{PAWNS} 1 t - c8 0 play 0"), "‘c8’"),
    Wrong(
        "unsorted",
        "9.2",
        text("b1,a1,c1,d1,e1 a7,b7,c7,d7,e7 1 - - - 0 play 0"),
        "a1 comes after b1",
    ),
    Wrong("unsorted", "9.2", text(f"{PAWNS} 1 - c4,c4 - 0 play 0"), "c4 comes after c4"),
    Wrong("pawn_count", "1.5", text("a1,b1,c1,d1 a7,b7,c7,d7,e7 1 - - - 0 play 0"), "here are 4"),
    Wrong("pawn_count", "1.5", text("a1,b1,c1,d1,e1 - 1 - - - 0 play 0"), "Player 2 has five"),
    Wrong("two_pawns", "1.5", text("a1,b1,c1,d1,e1 a7,b1,c7,d7,e7 1 - - - 0 play 0"), "on b1"),
    Wrong("no_mover", "9.2", text(f"{PAWNS} 3 - - - 0 play 0"), "‘3’"),
    Wrong("no_done", "9.2", text(f"{PAWNS} 1 tm - c4 0 play 0"), "‘tm’"),
    Wrong("no_done", "9.2", text(f"{PAWNS} 1 + - - 0 play 0"), "‘+’"),
    Wrong("no_done", "9.2", text(f"{PAWNS} 1 tt - c4,c5 0 play 0"), "‘tt’"),
    Wrong("no_done", "9.2", text(f"{PAWNS} 1 m+tt - c4,c5 0 play 0"), "‘m+tt’"),
    Wrong("barred_count", "3.2", text(f"{PAWNS} 1 - a1,a2,a3 - 0 play 0"), "here are 3"),
    Wrong("turned_count", "9.2", text(f"{PAWNS} 1 t - - 0 play 0"), "this turn: 1; listed are 0"),
    Wrong("turned_count", "9.2", text(f"{PAWNS} 1 - - c4 0 play 0"), "this turn: 0; listed are 1"),
    Wrong("turned_barred", "3.2", text(f"{PAWNS} 1 t c4 c4 0 play 0"), "Tile c4"),
    Wrong("no_still", "9.2", text(f"{PAWNS} 1 - - - 7 play 9"), "0 to 6, then"),
    Wrong("no_still", "9.2", text(f"{PAWNS} 1 - - - 2/21 play 9"), "at most 20; not ‘2/21’"),
    Wrong("no_still", "9.2", text(f"{PAWNS} 1 - - - 3/2 play 9"), "‘3/2’"),
    Wrong("no_still", "9.2", text(f"{PAWNS} 1 - - - 2/ play 9"), "‘2/’"),
    Wrong("no_still", "9.2", text(f"{PAWNS} 1 - - - 02 play 9"), "‘02’"),
    Wrong("no_still", "9.2", text(f"{PAWNS} 1 - - - -1 play 9"), "‘-1’"),
    Wrong("no_played", "7.4", text(f"{PAWNS} 1 - - - 0 play 1001"), "‘1001’"),
    Wrong("no_played", "7.4", text(f"{PAWNS} 1 - - - 0 play 07"), "‘07’"),
    Wrong("no_phase", "9.2", text(f"{PAWNS} 1 - - - 0 end 9"), "‘end’"),
    Wrong("no_swap", "8.2", text(f"{PAWNS} 1 - - - 0 swap 0"), "no ‘swap’"),
    Wrong("swap_late", "8.2", text(f"{PAWNS} 1 - - - 0 swap 1"), "before the first turn", SWAPPING),
    Wrong("swap_late", "8.2", text(f"{LATE} 1 - - - 0 swap 0"), "before the first", SWAPPING),
    Wrong("ended_before", "7.2", text(f"{LATE} 2 - - - 0 play 9"), "Player 1 has four"),
    Wrong("ended_before", "7.2", text(f"{LATE} 1 - - - 0 play 8"), "Player 1 has four"),
    Wrong("ended_before", "7.1", text(f"{BOTH} 2 - - - 0 last 9"), "Player 2 has four"),
    Wrong("no_last", "7.2", text(f"{PAWNS} 2 - - - 0 last 9"), "here are 0"),
    Wrong("done_late", "9.2", text(f"{PAWNS} 1 t - c4 6 play 9"), "was over"),
    Wrong("done_late", "9.2", text(f"{LATE} 1 m - - 0 last 9"), "was over"),
    Wrong("turn_over", "2.4", text(f"{PAWNS} 2 mt - c4 0 play 9"), "Nothing is left"),
    Wrong(
        "turn_over",
        "2.4",
        text(f"{PAWNS} 1 t - c1 0 play 0", TILES.replace("cDBaD", "cDAaD")),
        "Nothing",
    ),
]

STATUS = {
    "choose_row": (SWAPPING, "Player 1: exchange"),
    "turn_and_move": (board(TUNNEL, "a2", "b2"), "Player 1: rotate a tile and move a pawn"),
    "free_and_turn": (DUTY, "Player 1: move a pawn off your start row; you may rotate"),
    "free_now": (DUTY.play("e7+1"), "Player 1: move a pawn off your start row."),
    "move_a_pawn": (board(TUNNEL, "a2", "b2").play("e7+1"), "Player 1: move a pawn."),
    "duty_is_stuck": (GAME.start(3), "Player 1: no pawn can leave your start row"),
    "duty_needs_turn": (board({}, FULL_ROW), "Player 1: a pawn must leave your start row"),
    "only_turn": (board({}, mover=2), "Player 2: no pawn can move; rotate a tile."),
    "turn_a_tile": (board(TUNNEL, "a2 b2").play("a2-b3"), "Player 1: rotate a tile."),
    "turn_two": (MOVED, "Player 1: rotate a tile, and with your bonus rotation one more."),
    "turn_more": (
        MOVED.play("e7+1"),
        "Player 1: with your bonus rotation you may rotate one more tile.",
    ),
    "last_turn": (
        board({}, "a7 b7 c7 d7", "a1 b1 c1", mover=2, phase="last"),
        "Player 2, this is your last turn: Player 1 has four pawns home. Bring your fourth",
    ),
    "last_turn_bound": (
        board({}, "a7 b7 c7 d7", "a1 b1 c1 e7", mover=2, phase="last"),
        "Player 2, this is your last turn: Player 1 has four pawns home. Only a pawn on your start",
    ),
    "last_turn_lost": (
        board({}, "a7 b7 c7 d7", "a1 b1", mover=2, phase="last"),
        "Player 2, this is your last turn: Player 1 has four pawns home, and one move cannot",
    ),
    "second_home": (
        board(HOMEWARD, "a7", "a2 b2 c1 d1 e1", mover=2).play("a2-b1"),
        "Player 2 wins by pawns home, 4 to 1 (§7.1).",
    ),
    "first_home": (
        board({}, "a7 b7 c7 d7", "c1", mover=2, phase="last").play("pass"),
        "Player 1 wins by pawns home, 4 to 1; Player 2 did not equalise",
    ),
    "both_home": (
        board(HOMEWARD, "a7 b7 c7 d7", "a2 b2 c1 d1 e1", mover=2, phase="last").play("a2-b1"),
        "Draw: Player 2 brought the fourth pawn home in the last turn (§7.2).",
    ),
    "stuck_wins": (
        board({}, "a7", "c1 d1", still=5).play("pass"),
        "Six turns in a row in which no pawn could move: Player 2 wins by pawns home, 2 to 1",
    ),
    "stuck_draw": (
        board({}, "a7", "c1", still=5).play("pass"),
        "Six turns in a row in which no pawn could move: draw by pawns home, 1 to 1 (§7.3).",
    ),
    "still_wins": (
        board({}, "a7", "c1 d1", still="0/19").play("pass"),
        "20 turns in a row without a pawn move: Player 2 wins by pawns home, 2 to 1 (§7.5).",
    ),
    "still_draw": (
        board({}, "a7", "c1", still="0/19").play("pass"),
        "20 turns in a row without a pawn move: draw by pawns home, 1 to 1 (§7.5).",
    ),
    "limit_wins": (
        board({}, "a7", played=399).play("pass"),
        "The turn limit is reached: Player 1 wins by pawns home, 1 to 0 (§7.4).",
    ),
    "limit_draw": (
        board({}, played=399).play("pass"),
        "The turn limit is reached: draw by pawns home, 0 to 0 (§7.4).",
    ),
}


WARNINGS = {
    "stuck_near": (
        board({}, still=3),
        "Turns in a row in which no pawn could move: 3. The game ends at 6 (§7.3).",
    ),
    "still_near": (
        board({}, still="0/15"),
        "Turns in a row without a pawn move: 15. The game ends at 20 (§7.5).",
    ),
    "turn_limit_near": (board({}, played=300), "Turns left until the turn limit: 100 (§7.4)."),
}


def test_every_sentence_of_the_game_is_tried_here() -> None:
    tried = {wrong.key for wrong in ILLEGAL + REFUSED} | set(STATUS)
    tried |= {*WARNINGS} - {"turn_limit_near"}
    assert tried | {"pawns_home"} == set(texts(GAME.package, "en")["sentences"])


@pytest.mark.parametrize("wrong", ILLEGAL, ids=lambda wrong: f"{wrong.key} {wrong.tried}")
def test_an_illegal_move_is_answered_with_its_clause(wrong: Wrong) -> None:
    before = wrong.position.data
    with pytest.raises(IllegalMove) as refused:
        wrong.position.play(wrong.tried)
    assert (refused.value.said.key, refused.value.clause) == (wrong.key, wrong.clause)
    assert wrong.words in refused.value.sentence("en")
    assert refused.value.sentence("en").endswith(f" (§{wrong.clause}).")
    assert wrong.position.data == before


@pytest.mark.parametrize("token", ["c4+1", "a1-b2", "pass", "keep", "zz"])
def test_after_the_end_nothing_can_be_played(token: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        STATUS["limit_draw"][0].play(token)
    assert refused.value.said.key == "game_over"


@pytest.mark.parametrize("wrong", REFUSED, ids=lambda wrong: f"{wrong.key} {wrong.words}")
def test_what_is_not_a_position_is_refused_with_its_clause(wrong: Wrong) -> None:
    with pytest.raises(BadPosition) as refused:
        wrong.position.game.position(wrong.tried)
    assert (refused.value.said.key, refused.value.clause) == (wrong.key, wrong.clause)
    assert wrong.words in refused.value.sentence("en")
    assert refused.value.sentence("en").endswith(f" (§{wrong.clause}).")


@pytest.mark.parametrize("key", STATUS)
def test_the_status_says_what_is_left_of_the_turn(key: str) -> None:
    position, words = STATUS[key]
    assert GAME.notation.status(position.state).key == key
    assert position.status("en").startswith(words)


@pytest.mark.parametrize("key", WARNINGS)
def test_ends_that_come_by_themselves_are_announced(key: str) -> None:
    """§7.3, §7.4, §7.5 From half of the stuck turns on, and in the last quarter of a limit."""
    position, words = WARNINGS[key]
    assert str(position.warning()).startswith(words)


def test_far_ends_are_not_announced() -> None:
    """§7.3, §7.4, §7.5 Nor is one that has come."""
    assert board({}, still="2/14", played=299).warning() is None
    assert STATUS["stuck_draw"][0].warning() is None


@pytest.mark.parametrize(
    ("still", "played", "clause"), [("3/18", 100, "7.5"), ("4/18", 100, "7.3"), (3, 398, "7.4")]
)
def test_the_end_that_comes_first_is_announced(still: int | str, played: int, clause: str) -> None:
    """§7.3, §7.4, §7.5 Of several, that with the fewest turns left."""
    assert str(board({}, still=still, played=played).warning()).endswith(f" (§{clause}).")


def test_the_tally_counts_the_pawns_home() -> None:
    """§7.1 Those on the other's start row."""
    tally = GAME.notation.tally(board({}, "a7 b7 c6", "c1").state)
    assert [say(said, package=GAME.package) for said in tally] == [
        "2 of 4 home",
        "1 of 4 home",
    ]


# 9 Notation


def test_tokens_name_tiles_and_gates() -> None:
    """§9.1 Turnings, moves, pass, and the exchange of rows."""
    tokens = GAME.notation.TOKENS
    assert {"c4+1", "c4+2", "c4+3", "a1-c5", "e7-e6", "pass"} < set(tokens)
    assert tokens[-5:] == ("pass", "swap3", "swap4", "swap5", "keep")
    assert len(tokens) == 35 * 3 + 35 * 34 + 5


def test_actions_come_in_the_order_of_their_squares() -> None:
    """§9.1 Turnings first, then moves by start and end."""
    tokens = GAME.notation.TOKENS
    assert tokens[:4] == ("a1+1", "a1+2", "a1+3", "a2+1")
    assert tokens[105:108] == ("a1-a2", "a1-a3", "a1-a4")
    assert list(tokens[105:1295]) == sorted(tokens[105:1295])


def test_a_position_is_written_in_ten_fields() -> None:
    """§9.2 Each of them changes in the course of a turn."""
    position = board(TUNNEL, "a2", "b2", barred="c7", still="3/8", played=20)
    rest = [str(after).split()[3:] for after in (position, position.play("e7+1"), MOVED)]
    assert rest[0] == ["1", "-", "c7", "-", "3/8", "play", "20"]
    assert rest[1] == ["1", "tc", "c7", "e7", "3/8", "play", "20"]
    assert rest[2] == ["1", "m+", "-", "-", "0", "play", "20"]
    after = position.play_all(["e7+1", "a2-b3", "d6+1"])
    assert str(after).split()[3:] == ["2", "-", "d6,e7", "-", "0", "play", "21"]


def test_equal_counts_are_written_once() -> None:
    """§9.2 Two equal numbers are read, too."""
    text = str(board({}, still=3))
    assert " 3 play " in text
    assert GAME.position(text.replace(" 3 play ", " 3/3 play ")) == GAME.position(text)


def test_tiles_are_written_from_row_7_down() -> None:
    """§9.2 a7 is the first letter, e1 the last."""
    letters = str(board({"a7": "d", "e1": "B"})).split()[0]
    assert (letters[0], letters[-1]) == ("d", "B")


def test_what_was_done_is_written_in_one_order() -> None:
    """§9.2 The move before the turning, whichever came first."""
    position = board(TUNNEL, "a2", "b2")
    texts_of = [
        str(position.play_all(tokens)).split()[4]
        for tokens in (["e7+1", "a2-b3"], ["a2-b3", "e7+1"])
    ]
    assert texts_of == ["m+t", "m+t"]


@pytest.mark.parametrize("key", STATUS)
def test_a_text_is_read_and_written_unchanged(key: str) -> None:
    """§9.2 In every phase of a turn, and after the end."""
    position, _ = STATUS[key]
    assert position.game.position(str(position)) == position

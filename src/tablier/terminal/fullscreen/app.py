"""The interface on the whole screen: a board and a panel, played by keys and mouse."""

import asyncio
import contextlib
import os
import signal
from collections.abc import Callable
from threading import Event
from typing import ClassVar, NoReturn, TypeVar

from rich.console import Group, RenderableType
from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, ScrollableContainer, Vertical, VerticalScroll
from textual.events import Resize
from textual.widgets import Input, Static

from tablier.clicks import why_not
from tablier.game import Game
from tablier.position import Position
from tablier.rulebook import rulebook
from tablier.terminal.arguments import FINE, INTERRUPTED
from tablier.terminal.fullscreen import panel_text, theme
from tablier.terminal.fullscreen.board import Board
from tablier.terminal.fullscreen.dialogs import Card, FileName, NewGame, Page, Rules
from tablier.terminal.fullscreen.paint import changed
from tablier.terminal.fullscreen.panel import Line, Strip
from tablier.terminal.screen import THEME
from tablier.terminal.session.commands import COMMANDS, answer, begin_anew, listed
from tablier.terminal.session.history import History
from tablier.terminal.session.opponents import Opponents
from tablier.terminal.session.session import Session
from tablier.terminal.words import browser_word, table, word
from tablier.texts import Refusal, refusal, say
from tablier.threads import Stop, in_thread

Found = TypeVar("Found")

BESIDE = 32  # columns that a panel beside the board needs
WIDEST = 44
LONGEST_NEWS = 30.0  # seconds that the computer waits for somebody who reads them
MANY = 5  # choices beside the board; of more, that of the cursor comes first
FOOTER = ("help", "undo", "hint", "rules", "new", "moves", "type", "quit")


def _exit(session: Session) -> NoReturn:
    """The terminal is gone: save the game and exit at once, as nothing can be drawn any more."""
    with contextlib.suppress(Refusal, OSError):
        session.save_unfinished()
    os._exit(INTERRUPTED)


class GameApp(App[int]):
    """The interface of a session that fills the screen."""

    CSS_PATH = "app.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", f"leave({INTERRUPTED})", priority=True),
        Binding("ctrl+q", f"leave({FINE})", priority=True),
        Binding("q", f"leave({FINE})"),
        Binding("question_mark,f1", "help"),
        Binding("u,ctrl+z", "command('undo')"),
        Binding("U,ctrl+y", "command('redo')"),
        Binding("h", "hint"),
        Binding("r,section_sign", "rules"),
        Binding("m", "moves"),
        Binding("n", "new"),
        Binding("s,ctrl+s", "file('save')"),
        Binding("l", "file('load')"),
        Binding("d", "light"),
    ]

    session: Session
    shown: History | None = None
    said, clause, greeting = "", "", ""
    has_read: asyncio.Event
    """Is no news open? The computer waits for that, but not for ever."""

    def __init__(self) -> None:
        super().__init__(ansi_color=True if "NO_COLOR" in os.environ else None)
        for each in (theme.DARK, theme.LIGHT):
            self.register_theme(each)
        self.theme = theme.usual()
        self.has_read = asyncio.Event()
        self.has_read.set()
        self.console.push_theme(THEME)

    def play(self, session: Session, greeting: str = "") -> int:
        """Play on the whole screen until somebody leaves; the exit code."""
        self.session, self.greeting = session, greeting
        signal.signal(signal.SIGTERM, lambda *_: self.leave_soon())
        if hasattr(signal, "SIGHUP"):
            signal.signal(signal.SIGHUP, lambda *_: _exit(session))
        code = self.run()
        return FINE if code is None else code

    @property
    def lang(self) -> str:
        """The language of the session."""
        return self.session.lang

    def compose(self) -> ComposeResult:
        """The board, the panel and the keys."""
        with Container(id="table"):
            with ScrollableContainer(id="scroll", can_focus=False):
                yield Board(self.session.position)
            with Vertical(id="panel"):
                yield Static(self.session.position.game.title(self.lang), id="title", markup=False)
                yield Static(id="seats", markup=False)
                yield Static(id="say", markup=False)
                yield Strip(id="choices")
                with VerticalScroll(id="moves", can_focus=False):
                    yield Static(id="list", markup=False)
                yield Line(word(self.lang, "fullscreen.type_here"))
        yield Strip(id="footer")

    def on_mount(self) -> None:
        """Show the first position."""
        self.title = self.session.position.game.title(self.lang)
        self.loop = asyncio.get_running_loop()
        self.board.focus()
        words = table(self.lang, "footer")
        labels = {
            name: Text.assemble((panel_text.KEYS[name][0], "bold"), f" {words[name]}")
            for name in FOOTER
        }
        self.query_one("#footer", Strip).set_labels(labels)
        self.session.show()
        if self.greeting:
            self.say(self.greeting)

    @property
    def board(self) -> Board:
        """The board."""
        return self.screen_stack[0].query_one(Board)

    def _words(self, place: str) -> Static:
        return self.screen_stack[0].query_one(f"#{place}", Static)

    def on_resize(self, event: Resize) -> None:
        """Put the panel beside the board where there is room, else below it."""
        board = self.session.position.game.drawing.text(self.session.position.state)
        room = event.size.width - len(board.splitlines()[0])
        self.screen_stack[0].set_class(room >= BESIDE, "-wide")
        width = max(BESIDE, min(WIDEST, room - 4)) if room >= BESIDE else "100%"
        self.screen_stack[0].query_one("#panel").styles.width = width
        self._update_panel()
        self.call_after_refresh(self.board.see_cursor)

    # The interface of the session

    def show(self, session: Session) -> None:
        """Show the position; a search that goes on is for another one, so it ends."""
        self.workers.cancel_group(self, "thinking")
        before, self.shown = self.shown or session.history, session.history
        self.said = self.clause = ""
        is_new = len(before.record.tokens) + 1 == len(session.history.record.tokens)
        held = session.history.held if is_new else None
        self._set_board(held)
        self._update_panel()
        if session.history.is_over:
            self._end()
        elif is_new:
            self._news()

    def _set_board(self, held: Position | None = None) -> None:
        """Show the position, or first what the last move has ended."""
        session = self.session
        is_live = not session.history.is_over and not session.is_computers_turn
        if held is None:
            self.board.set_position(session.position, self._last(), is_live=is_live)
        else:
            self.board.set_position(held, frozenset(), is_live=False)

    def _last(self) -> frozenset[str]:
        """The spots that the last move has changed; none if news are shown."""
        history, drawing = self.session.history, self.session.position.game.drawing
        if not history.record.tokens:
            return frozenset()
        before, after = history.back(1).position.state, history.position.state
        if history.news is not None:
            return frozenset()
        return changed(history.position.game, drawing.text(before), drawing.text(after))

    def _news(self) -> None:
        game, news = self.session.position.game, self.session.history.news
        if news is not None:
            button = {"on": browser_word(self.lang, "news.continue")}
            words = say(news, self.lang, game.package, self.session.reader)
            self.has_read.clear()
            self.push_screen(Card(game.title(self.lang), words, button), self._after_news)

    def _after_news(self, _: str | None) -> None:
        self.has_read.set()
        self._set_board()

    def _end(self) -> None:
        """Show who has won, and what can be done now."""
        outcome = self.session.position.outcome()
        assert outcome is not None
        buttons = {
            name: browser_word(self.lang, key)
            for name, key in (("new", "end.rematch"), ("look", "end.look"), ("save", "game.record"))
        }
        words = "\n".join(
            [outcome.sentence(self.lang, self.session.reader), "", *panel_text.seats(self.session)]
        )
        self.push_screen(
            Card(panel_text.result(self.session, outcome), words, buttons), self._after_end
        )

    def _after_end(self, button: str | None) -> None:
        if button == "new":
            self.action_command("again")
        elif button == "save":
            self.action_file("save")

    def say(self, sentence: str) -> None:
        """Say a sentence in the panel, until the next event."""
        self.said = sentence
        self._update_panel()

    def advise(self, sentence: str, token: str) -> None:
        """Say what is recommended, and mark it on the board."""
        self.say(sentence)
        self.board.advise(token)

    def quote(self, text: str) -> None:
        """Show a text in the panel."""
        self.say(text)

    def refuse(self, refused: Refusal) -> None:
        """Say why not; the key § opens the rulebook there."""
        self.say(refused.sentence(self.lang))
        self.clause = refused.clause
        self._words("say").add_class("refused")

    def present(self, page: RenderableType) -> None:
        """Open a page."""
        self.push_screen(Page(self.session.position.game.title(self.lang), page, self.lang))

    def open_rules(self, game: Game, number: str) -> None:
        """Open the rulebook."""
        if number:
            rulebook(game.package, self.lang).find(number)  # refuses a number that there is not
        self.push_screen(Rules(game, self.lang, number))

    def agree(self, question: str, then: Callable[[], None], otherwise: Callable[[], None]) -> None:
        """Ask in a dialog."""
        answers = {name: browser_word(self.lang, f"offer.{name}") for name in ("no", "yes")}

        def answered(name: str | None) -> None:
            (then if name == "yes" else otherwise)()

        self.push_screen(Card("", question, answers), answered)

    def think(self, work: Callable[[Stop], Found], then: Callable[[Found], None]) -> None:
        """Do the work in a thread, so that the screen stays responsive."""
        self.run_worker(self._think(work, then), group="thinking", exclusive=True)

    async def _think(self, work: Callable[[Stop], Found], then: Callable[[Found], None]) -> None:
        stop = Event()
        try:
            found = await in_thread(lambda: work(stop.is_set))
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.has_read.wait(), LONGEST_NEWS)
        finally:
            stop.set()
        self.call_later(then, found)

    # Panel

    def _update_panel(self) -> None:
        """Show the present state in the panel."""
        session = self.session
        wide = self.screen_stack[0].has_class("-wide")
        seats = panel_text.seats(session, "\n  " if wide else " · ")
        self._words("seats").update(("\n" if wide else "  ").join(seats))
        words = [panel_text.last_move(session), panel_text.status(session)]
        self._words("say").update(self.said or "\n".join(filter(None, words)))
        self._words("say").remove_class("refused")
        self._words("list").update(panel_text.moves(session))
        self.screen_stack[0].query_one("#moves").scroll_end(animate=False)

    def on_board_pointed(self) -> None:
        """Say what the cursor points at, and offer what has no place on the board."""
        board, game = self.board, self.board.game
        marks = game.drawing.marks(board.position.state)
        words = panel_text.spot_words(game, marks, board.cursor, self.lang)
        beside = board.beside
        if board.cursor in beside and len(beside) > MANY:
            at = beside.index(board.cursor)
            beside = beside[at:] + beside[:at]
        labels = {
            spot: Text(f"[{board.label(spot)}]", "reverse" if spot == board.cursor else "bold")
            for spot in beside
        }
        self.screen_stack[0].query_one("#choices", Strip).set_labels(labels, words)

    # Moves

    def on_board_played(self, event: Board.Played) -> None:
        """Play the move that was clicked."""
        self.session.play(event.token)

    def on_board_tried(self, event: Board.Tried) -> None:
        """Say why these clicks are no move."""
        self.refuse(why_not(self.session.position, event.made))

    def on_strip_picked(self, event: Strip.Picked) -> None:
        """A choice beside the board, or a key of the footer."""
        if event.strip.id == "footer":
            self.simulate_key(panel_text.KEYS[event.name][0])
        else:
            self.board.click_spot(event.name)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Do what the line says; moves are refused while the computer thinks."""
        line = event.value.strip()
        event.input.clear()
        self._close_line()
        if self.session.is_computers_turn and line in self.session.position.game.actions:
            self.refuse(refusal("not_your_turn"))
            return
        try:
            answer(self.session, line)
        except EOFError:
            self.action_leave(FINE)

    def action_type(self) -> None:
        """Open the line to type on, or go back to the board."""
        line = self.query_one(Line)
        if line.has_focus:
            self._close_line()
            return
        self.query_one("#panel").add_class("typing")
        line.focus()

    def _close_line(self) -> None:
        self.screen_stack[0].query_one("#panel").remove_class("typing")
        self.board.focus()

    # Keys

    def action_command(self, name: str) -> None:
        """Do what a command does that needs no further words."""
        try:
            COMMANDS[name](self.session, "")
        except Refusal as refused:
            self.refuse(refused)

    def action_hint(self) -> None:
        """Ask the computer for its choice."""
        if self.session.is_computers_turn:
            self.refuse(refusal("not_your_turn"))
            return
        if not self.session.history.is_over:
            self.say(word(self.lang, "fullscreen.looking"))
        self.action_command("hint")

    def action_rules(self) -> None:
        """Open the rulebook at the rule that was broken last."""
        self.open_rules(self.session.position.game, self.clause)

    def action_moves(self) -> None:
        """Show all moves."""
        tokens = self.session.history.record.tokens
        nothing = browser_word(self.lang, "moves.none")
        self.present(panel_text.moves(self.session) if tokens else nothing)

    def action_new(self) -> None:
        """Ask for the opponents, and begin anew."""

        def chosen(opponents: Opponents | None) -> None:
            if opponents is not None:
                begin_anew(self.session, opponents)

        self.push_screen(
            NewGame(self.session.position.game, self.session.opponents, self.lang), chosen
        )

    def action_file(self, command: str) -> None:
        """Ask for a file, and save into it or load from it."""
        key = "save_as" if command == "save" else "load_from"
        question = word(self.lang, f"fullscreen.{key}")
        usual = f"{self.session.position.game.name}.tablier"

        def named(name: str | None) -> None:
            if name is not None:
                answer(self.session, f"{command} {name}")

        self.push_screen(FileName(question, usual, self.lang), named)

    def action_light(self) -> None:
        """Change between light and dark."""
        self.theme = theme.LIGHT.name if self.theme == theme.DARK.name else theme.DARK.name

    def action_help(self) -> None:
        """Show the keys, and the commands that can be typed."""
        self.present(Group(panel_text.keys(self.lang), "", listed(self.lang)))

    def leave_soon(self) -> None:
        """Leave as by Ctrl-C; may be called by a signal handler."""
        self.loop.call_soon_threadsafe(self.action_leave, INTERRUPTED)

    def action_leave(self, code: int) -> None:
        """Leave; the caller saves an unfinished game."""
        self.exit(code)

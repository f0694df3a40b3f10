"""Analysis: what a search found out about a position, wherever it ran."""

from dataclasses import dataclass
from typing import Any

from tablier.arguments import expect
from tablier.notebook import Pictured
from tablier.payoffs import share_of
from tablier.position import Position
from tablier.reasons import Choice, Explanation, Idea, explained
from tablier.texts import Refusal, refusal


@dataclass(frozen=True)
class MoveInfo:
    """What a search found out about one move."""

    token: str
    visits: int
    values: tuple[float, ...]
    """What each seat can expect after it, from −1 to 1."""
    prior: float
    proven: bool
    line: tuple[str, ...]
    """The move and the best play after it, as far as it was looked at."""

    def winrate(self, seat: int) -> float:
        """The part of the point that a seat can expect after it."""
        return share_of(self.values[seat], len(self.values))


@dataclass(frozen=True)
class Analysis(Pictured):
    """What a search found out about a position: its moves, the best first.

    A notebook shows it as a picture, with the best moves as arrows.

    >>> import tablier
    >>> game = tablier.game("mole-hill")
    >>> analysis = tablier.Player(game, simulations=500).analyse(game.start())
    >>> analysis.moves[0].token in game.start().legal_moves, len(analysis.best(2))
    (True, 2)
    """

    position: Position
    moves: tuple[MoveInfo, ...]
    values: tuple[float, ...]
    """What each seat can expect with best play, from −1 to 1."""
    visits: int
    proven: bool
    seconds: float

    def best(self, n: int = 3) -> dict[str, float]:
        """The tokens of the best moves, the best first, each with its visits."""
        expect(int, n=n)
        if n < 0:
            raise not_within("no_whole_amount", "n", n, 0, len(self.moves))
        return {info.token: float(info.visits) for info in self.moves[:n]}

    def explain(self, move: str | None = None) -> Explanation:
        """Why a move is good, by default the best one: by the rules, and by what was found here.

        >>> import tablier
        >>> position = tablier.game("mole-hill").start().play_all(["e4", "a1|a2"])
        >>> analysis = tablier.Player(position.game, simulations=500).analyse(position)
        >>> analysis.explain("b2").sentence().startswith("Takes a white flower (one point)")
        True
        """
        expect(str, None, move=move)
        token = self.moves[0].token if move is None else move
        line = next((info.line[1:] for info in self.moves if info.token == token), ())
        return explained(Choice(self.position, token, line), self.ideas())

    def ideas(self) -> list[Idea]:
        """The moves that were looked at, the best first."""
        turn = self.position.turn
        tried = [info for info in self.moves if info.visits or info.proven]
        return [Idea(info.token, info.winrate(turn), info.proven, info.line) for info in tried]

    def json(self) -> dict[str, Any]:
        """The same in the shape of KataGo's analysis engine; win rates are those of the mover."""
        turn = self.position.turn
        return {
            "moveInfos": [
                {
                    "move": info.token,
                    "order": order,
                    "visits": info.visits,
                    "winrate": info.winrate(turn),
                    "values": list(info.values),
                    "prior": info.prior,
                    "proven": info.proven,
                    "pv": list(info.line),
                }
                for order, info in enumerate(self.moves)
            ],
            "rootInfo": {
                "currentPlayer": turn,
                "visits": self.visits,
                "winrate": share_of(self.values[turn], len(self.values)),
                "values": list(self.values),
                "proven": self.proven,
                "seconds": round(self.seconds, 3),
            },
        }


def not_within(key: str, name: str, value: object, least: float, most: float) -> Refusal:
    """A refusal: that argument is not between these two."""
    return refusal(key, name=name, least=f"{least:.15g}", most=f"{most:.15g}", value=value)

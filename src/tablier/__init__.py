"""Tablier: board games with exact rules.

>>> import tablier
>>> game = tablier.game("mole-hill")
>>> position = game.start().play("e4").play("e4|f4").play("a1")
>>> len(position.legal_moves)
109
>>> print(position)
e4,a1 e4|f4 g 1 -
>>> tablier.LANGUAGES
('en', 'fr', 'de')
"""

from tablier.annotation import Annotation
from tablier.exploration import Exploration
from tablier.game import Game
from tablier.games import game, games
from tablier.lesson import Lesson, lessons
from tablier.pictures import Picture, replay, show
from tablier.position import BadPosition, IllegalMove, Outcome, Position
from tablier.puzzle import Puzzle, daily_puzzle, puzzles
from tablier.reasons import Explanation, explain
from tablier.record import Record
from tablier.record_text import BadRecord
from tablier.review import Evaluation, Review, ReviewedMove, review
from tablier.search.analysis import Analysis
from tablier.search.batched import BatchedSearch
from tablier.search.evaluator import Batch, Evaluator
from tablier.search.levels import player
from tablier.search.player import Player
from tablier.search.selfplay import selfplay
from tablier.stream import read_records, write_records
from tablier.texts import LANGUAGES, Refusal

__all__ = [
    "LANGUAGES",
    "Analysis",
    "Annotation",
    "BadPosition",
    "BadRecord",
    "Batch",
    "BatchedSearch",
    "Evaluation",
    "Evaluator",
    "Explanation",
    "Exploration",
    "Game",
    "IllegalMove",
    "Lesson",
    "Outcome",
    "Picture",
    "Player",
    "Position",
    "Puzzle",
    "Record",
    "Refusal",
    "Review",
    "ReviewedMove",
    "daily_puzzle",
    "explain",
    "game",
    "games",
    "lessons",
    "player",
    "puzzles",
    "read_records",
    "replay",
    "review",
    "selfplay",
    "show",
    "write_records",
]
__version__ = "0.1.0"

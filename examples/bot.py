"""A bot in a few lines: accepts every challenge. Needs `pip install berserk`.

python examples/bot.py http://127.0.0.1:8000 TOKEN [PLAYER]

It plays at level 5, or as any player that `tablier match` takes: simulations:400,evaluator=net.onnx
"""

import sys
from threading import Thread

import berserk

import tablier
from tablier.arena.entrants import entrant


def play(client: berserk.Client, game_id: str, plays_as: str) -> None:
    """Play one game to its end."""
    for line in client.bots.stream_game_state(game_id):
        if line["type"] == "gameFull":
            game = tablier.game(line["variant"]["key"], **line["variant"]["options"])
            player = entrant(plays_as).new_player(game, seed=0)
        state = line.get("state", line)
        if state["isMyTurn"]:
            client.bots.make_move(game_id, player.choose(game.position(state["fen"])))


def wait(client: berserk.Client, plays_as: str) -> None:
    """Accept whatever is asked, and play every game in a thread of its own."""
    for event in client.bots.stream_incoming_events():
        if event["type"] == "challenge":
            client.bots.accept_challenge(event["challenge"]["id"])
        elif event["type"] == "gameStart":
            Thread(target=play, args=(client, event["game"]["gameId"], plays_as)).start()


if __name__ == "__main__":
    address, token, plays_as = [*sys.argv[1:], "level:5"][:3]
    wait(berserk.Client(berserk.TokenSession(token), base_url=address), plays_as)

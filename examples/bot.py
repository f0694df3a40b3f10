"""A bot in a few lines: accepts every challenge and plays at level 5. Needs `pip install berserk`.

python examples/bot.py http://127.0.0.1:8000 TOKEN
"""

import sys
from threading import Thread

import berserk

import tablier


def play(client: berserk.Client, game_id: str) -> None:
    """Play one game to its end."""
    for line in client.bots.stream_game_state(game_id):
        if line["type"] == "gameFull":
            game = tablier.game(line["variant"]["key"], **line["variant"]["options"])
            player = tablier.player(game, level=5)
        state = line.get("state", line)
        if state["isMyTurn"]:
            client.bots.make_move(game_id, player.choose(game.position(state["fen"])))


def wait(client: berserk.Client) -> None:
    """Accept whatever is asked, and play every game in a thread of its own."""
    for event in client.bots.stream_incoming_events():
        if event["type"] == "challenge":
            client.bots.accept_challenge(event["challenge"]["id"])
        elif event["type"] == "gameStart":
            Thread(target=play, args=(client, event["game"]["gameId"])).start()


if __name__ == "__main__":
    address, token = sys.argv[1:]
    wait(berserk.Client(berserk.TokenSession(token), base_url=address))

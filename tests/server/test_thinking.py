"""Hints, analyses, and computers that wait for their turn to think."""

from pathlib import Path

import pytest
from tests.server.clients import HERE, LINK, Server, computer, serving, visiting

pytestmark = [pytest.mark.anyio, pytest.mark.one_game]


async def test_a_hint_is_a_legal_move_with_its_clicks(server: Server) -> None:
    made = server.make("chain-reaction", [HERE, computer()])
    async with visiting(server, made["table"], *made["secrets"]) as client:
        advice = await client.ask("hint", "advice")
        best = advice["moves"][0]
        paths = {choice["token"]: choice["path"] for choice in client.position["choices"]}
        assert paths[best["token"]] == best["path"]
        assert (advice["kind"], advice["final"], advice["ply"]) == ("hint", True, 0)
        assert best["line"][0] == best["token"]
        assert best["route"]
        await client.play(best["token"])


async def test_an_analysis_speaks_again_and_again_until_its_time_is_over(server: Server) -> None:
    made = server.make("mole-hill", [HERE, HERE])
    async with visiting(server, made["table"], *made["secrets"]) as client:
        await client.play("e4")
        await client.send("analyse", ply=0, seconds=1.0)
        words = [await client.wait("advice")]
        while not words[-1]["final"]:
            words.append(await client.wait("advice"))
        assert len(words) > 1
        visits = [word["visits"] for word in words]
        assert visits == sorted(visits)
        assert {word["ply"] for word in words} == {0}
        assert sum(words[-1]["values"]) == pytest.approx(0, abs=1e-6)
        assert all(0 <= move["winrate"] <= 1 for move in words[-1]["moves"])


async def test_a_new_analysis_ends_the_one_before_and_stop_ends_all(server: Server) -> None:
    made = server.make("mole-hill", [HERE, HERE])
    async with visiting(server, made["table"], *made["secrets"]) as client:
        await client.play("e4")
        await client.ask("analyse", "advice", ply=0, seconds=60)
        await client.send("analyse", ply=1, seconds=60)
        while (await client.wait("advice"))["ply"] == 0:
            pass
        await client.send("stop")
        await client.ask("look", "looked", ply=0)
        await client.ask("hint", "advice")
        looked = [frame["type"] for frame in client.heard].index("looked")
        assert [frame["kind"] for frame in client.heard[looked + 1 :]] == ["hint"]


async def test_nothing_more_is_said_of_a_position_that_was_taken_back(server: Server) -> None:
    made = server.make("mole-hill", [HERE, HERE])
    async with (
        visiting(server, made["table"], *made["secrets"]) as client,
        visiting(server, made["table"], *made["secrets"]) as other,
    ):
        await client.play("e4")
        await client.ask("analyse", "advice", ply=1, seconds=1.0)
        await client.ask("undo", "changed")
        await client.play("d4")
        since = len(client.heard)
        await other.send("analyse", ply=0, seconds=2.0)  # ends after the one that was begun before
        while not (await other.wait("advice"))["final"]:
            pass
        await client.ask("look", "looked", ply=0)
        assert [frame for frame in client.heard[since:] if frame["type"] == "advice"] == []


async def test_a_refusal_says_what_is_refused(server: Server) -> None:
    made = server.make("mole-hill", [HERE, HERE])
    async with visiting(server, made["table"], *made["secrets"]) as client:
        assert (await client.ask("play", "refused", ply=7, token="e4"))["to"] == "play"
        assert (await client.ask("try", "refused", ply=0, path=["nowhere"]))["to"] == "try"
        assert (await client.ask("nonsense", "refused"))["to"] is None


async def test_nobody_is_advised_in_a_game_between_people_apart(server: Server) -> None:
    made = server.make("mole-hill", [HERE, LINK])
    async with visiting(server, made["table"], made["secrets"][0]) as client:
        fair = "Hints and analysis are off until this game is over."
        assert await client.refused("hint") == fair
        assert await client.refused("analyse", ply=0) == fair
        await client.ask("resign", "changed", seat=0)
        assert (await client.ask("analyse", "advice", ply=0, seconds=0.1))["moves"]


async def test_a_table_says_that_it_waits_for_a_worker(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite", workers=1) as server:
        tables = [server.make("mole-hill", [HERE, computer(10)]) for _ in range(2)]
        async with (
            visiting(server, tables[0]["table"], *tables[0]["secrets"]) as busy,
            visiting(server, tables[1]["table"], *tables[1]["secrets"]) as waiting,
        ):
            await busy.play("e4")
            thinking = await busy.wait("thinking")
            assert (thinking["seat"], thinking["waiting"]) == (1, False)
            await waiting.play("e4")
            assert await waiting.wait("thinking") == {
                "type": "thinking",
                "seat": 1,
                "waiting": True,
                "preparing": None,
            }
            async with visiting(server, tables[1]["table"]) as watcher:
                assert (watcher.table["thinking"], watcher.table["waiting"]) == (1, True)
            await busy.ask("undo", "changed")
            assert not (await waiting.wait("thinking"))["waiting"]
            await waiting.wait("moved")

"""Engines for browsers: given out as soon as they are built; without them, all else works."""

import asyncio
import logging

import pytest
from tests.server.clients import Server

import tablier
from tablier.engines import publication
from tablier.engines.build import BuildFailed, built
from tablier.engines.publication import Publication
from tablier.game import Game
from tablier.server.http import engines
from tablier.server.http.engines import LOOK, Engines

NAME = "mole-hill"


@pytest.mark.one_game
def test_files_of_engines_may_be_kept_and_come_compressed(server: Server) -> None:
    built(tablier.game(NAME))
    index = server.get("/engines/index.json")
    found = publication.published(tablier.game(NAME))
    assert found is not None
    assert (index.json()[NAME], index.headers["cache-control"]) == (found.name, "no-cache")
    for name, data in found.files.items():
        answer = server.get(f"/engines/{name}")
        assert answer.content == data
        assert answer.headers["content-encoding"] == "gzip"
        assert "immutable" in answer.headers["cache-control"]
        plain = server.http.get(f"/engines/{name}", headers={"accept-encoding": "identity"})
        assert plain.content == data
        assert "content-encoding" not in plain.headers
    kinds = {name.rpartition(".")[2]: server.get(f"/engines/{name}") for name in found.files}
    assert kinds["wasm"].headers["content-type"] == "application/wasm"
    assert server.get("/engines/nothing.wasm").status_code == 404


@pytest.mark.one_game
def test_an_engine_is_found_once_somebody_has_built_it(monkeypatch: pytest.MonkeyPatch) -> None:
    ready, now = set[str](), [0.0]

    def published(chosen: Game) -> Publication | None:
        files = {f"{chosen.name}.json": b"{}"}
        return Publication(f"{chosen.name}.json", files) if chosen.name in ready else None

    monkeypatch.setattr(engines, "published", published)
    ours = Engines(lambda: now[0])
    assert asyncio.run(ours.index()) == b"{}"
    ready.add(NAME)
    assert asyncio.run(ours.index()) == b"{}"
    now[0] += LOOK
    assert asyncio.run(ours.index()) == b'{"mole-hill":"mole-hill.json"}'
    assert ours.packed("mole-hill.json") is not None


@pytest.mark.one_game
def test_a_game_whose_engine_cannot_be_built_is_left_out(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(chosen: Game) -> None:
        raise BuildFailed(f"The engines of {chosen.name} were not built.\nTraceback …\nNo LLVM.")

    monkeypatch.setattr(engines, "published", lambda _: None)
    monkeypatch.setattr(publication, "built", fail)
    ours = Engines()
    with caplog.at_level(logging.WARNING, "tablier"):
        asyncio.run(ours.build())
    assert asyncio.run(ours.index()) == b"{}"
    said = [record.__dict__["about"] for record in caplog.records]
    assert {each["game"] for each in said} >= set(tablier.games())
    assert {each["why"] for each in said} == {"No LLVM."}

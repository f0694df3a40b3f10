"""The files of a site without a server: what is written where, and what is left alone."""

import json
import re
import zlib
from pathlib import Path

import pytest

from tablier import LANGUAGES, Refusal, games
from tablier.server.http import pages
from tablier.tab import site
from tablier.terminal.cli import main

MOST_MEGABYTES = 8


@pytest.fixture(scope="module")
def files() -> site.Files:
    return site.all_files()


def test_pages_name_only_files_of_the_site(files: site.Files) -> None:
    pages = {name: text.decode() for name, text in files.items() if name.endswith(".html")}
    assert len(pages) == 4 + 4 * len(games())
    assert re.search("<title>(.*)</title>", pages["puzzles/daily/index.html"])[1] == "Tablier"  # type: ignore[index]
    for name, text in pages.items():
        for address in re.findall(r'(?:href|src)="([^"]+)"', text):
            found = Path("/", Path(name).parent, address).resolve().relative_to("/")
            assert found.as_posix() in files, (name, address)


def test_every_answer_is_there_in_every_language(files: site.Files) -> None:
    for lang in LANGUAGES:
        listed = json.loads(files[f"api/games.{lang}.json"])
        assert {each["name"] for each in listed} == set(games())
        for each in listed:
            assert each["style"].lstrip("/").partition("?")[0] in files
            for part in (f"games/{each['name']}", f"games/{each['name']}/rulebook"):
                assert f"api/{part}.{lang}.json" in files
            for part in ("puzzles", "lessons"):
                listed = json.loads(files[f"api/{part}/{each['name']}.{lang}.json"])
                assert len(listed) == each[part]


def test_the_worker_keeps_what_there_is(files: site.Files) -> None:
    worker = files[site.WORKER].decode()
    kept = json.loads(re.search(r"FILES = (\[.*?\]);", worker)[1])  # type: ignore[index]
    names = [re.sub("/$", "/index.html", each) for each in kept]
    assert {name.removeprefix("./") for name in names} <= set(files)
    assert all(name.startswith("./") for name in names)  # an empty one would be the worker itself
    assert "{" not in "".join(re.findall(r'const (?:SITE|PYTHON) = "(.*)"', worker))


def test_the_worker_of_a_server_names_the_pages_as_they_do() -> None:
    """Both know which pages are one folder, whatever they show."""
    code = (pages.STATIC.parents[3] / "frontend" / "src" / "site.ts").read_text("utf-8")
    worker = Path(site.__file__).with_name("service_worker.js").read_text("utf-8")
    known = [re.findall(r"^const ONE = (.*?);", each, re.M) for each in (code, worker)]
    assert known[0] == known[1] != []


def test_a_change_of_any_file_is_a_new_version(files: site.Files) -> None:
    changed = site._digest({**files, "index.html": b"other"})
    assert changed != site._digest(files)


def test_all_of_it_is_small(files: site.Files) -> None:
    compressed = sum(len(zlib.compress(each)) for each in files.values())
    assert compressed / 1e6 <= MOST_MEGABYTES


@pytest.mark.one_game
def test_what_is_not_ours_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    made = {"index.html": b"page", site.NOTE: b"ours"}
    monkeypatch.setattr(site, "all_files", lambda **_: made)
    (tmp_path / "thesis.txt").write_text("two years of work", "utf-8")
    assert main(["export", str(tmp_path), "--lang", "en"]) == 2
    assert "already exists" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]
    target = tmp_path / "new" / "site"
    assert main(["export", str(target), "--lang", "en"]) == 0
    assert f"python -m http.server --directory {target}" in capsys.readouterr().out
    (target / "assets").mkdir()
    (target / "assets" / "of-an-older-site.js").touch()
    assert main(["export", str(target), "--lang", "fr"]) == 0
    assert {path.name for path in target.rglob("*") if path.is_file()} == {"index.html", site.NOTE}


@pytest.mark.one_game
def test_with_its_address_a_site_has_cards(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Previews of links need whole addresses."""
    monkeypatch.setattr("tablier.pictures.png.png", str.encode)
    monkeypatch.setattr("tablier.server.http.cards.page_card", lambda path, _: path)
    url = "https://example.org/games"
    cards = site._cards()
    assert set(cards) == {"card.png", *(f"{k}/{n}/card.png" for k in site.KINDS for n in games())}
    found = dict(site._pages({}, url))
    for name, page in found.items():
        image = re.search('property="og:image" content="(.+?)"', page.decode())
        assert image is not None
        assert image[1].removeprefix(f"{url}/").partition("?")[0] in cards, name
    assert b"og:image" not in dict(site._pages({}, ""))["index.html"]
    assert main(["export", str(tmp_path / "site"), "--url", "example.org", "--lang", "en"]) == 2
    assert "begins with http" in capsys.readouterr().err


@pytest.mark.one_game
def test_without_python_for_browsers_it_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site, "PYODIDE", tmp_path)
    with pytest.raises(Refusal) as refused:
        site.write(tmp_path / "site")
    assert refused.value.said.key == "no_pyodide"
    assert not (tmp_path / "site").exists()

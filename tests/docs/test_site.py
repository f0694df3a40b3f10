"""The site: it is built without a warning, and no link in it leads nowhere."""

import os
import pickle
import re
import subprocess
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from extensions import figures, game_cards
from extensions.figures import ON_A_GPU, ON_ONE_CORE
from tests.built_once import built_once

import tablier
from tablier.game import load
from tablier.nets import net_of

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
GAMES = [path.stem for path in sorted((DOCS / "games").glob("*.md"))]
LOADED = {"img": "src", "script": "src", "link": "href", "source": "src", "iframe": "src"}
LINKS = ("myst.xref_missing", "toc.not_readable")  # warnings about pages that are not built
PLAIN = ("-D", "sources_in_colour=0")  # no test looks at colours, and they take long
PAGES_OF_GAMES = (  # those that have something of every game, and nothing else
    *("-D", "include_patterns=index.md,planes.md,players.md,games/*.md"),
    *("-D", "nitpicky=0", "-D", f"suppress_warnings={','.join(LINKS)}"),
)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config) -> Path:
    """The site, built once for all processes; with --known only what a new game changes."""
    words = (*PLAIN, *(PAGES_OF_GAMES if pytestconfig.getoption("known") else ()))
    return built_once(tmp_path_factory, "site", lambda folder: build(folder, *words)) / "html"


def build(folder: Path, *words: str) -> None:
    script = ROOT / "scripts" / "docs"
    built = subprocess.run([script, folder, *words], capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stdout + built.stderr


@dataclass
class Page:
    """What a page links, loads and can be linked at."""

    links: list[str]
    loaded: list[str]
    ids: set[str]
    words: str


class Reader(HTMLParser):
    """Reads a page."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.ids: set[str] = set()
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attributes}
        self.ids |= {found[name] for name in ("id", "name") if name in found}
        if tag == "a" and "href" in found:
            self.links.append(found["href"])
        if tag in LOADED and found.get(LOADED[tag], "#") != "#":
            self.loaded.append(found[LOADED[tag]])

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def read(path: Path) -> Page:
    reader = Reader()
    reader.feed(path.read_text("utf-8"))
    return Page(reader.links, reader.loaded, reader.ids, "".join(reader.words))


Pages = dict[Path, Page]


@pytest.fixture(scope="session")
def pages(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Pages:
    """All pages, read once for all processes."""

    def read_all(folder: Path) -> None:
        found = {path.resolve(): read(path) for path in sorted(site.rglob("*.html"))}
        (folder / "pages").write_bytes(pickle.dumps(found))

    kept = built_once(tmp_path_factory, "pages-of-site", read_all) / "pages"
    found: Pages = pickle.loads(kept.read_bytes())
    return found


def leads_to(path: Path, link: str) -> Path:
    """The file that a link on a page means."""
    target = unquote(urlsplit(link).path)
    return Path(os.path.normpath(path.parent / target)) if target else path


@pytest.mark.one_game
def test_every_link_leads_somewhere(pages: Pages) -> None:
    lost = []
    for path, page in pages.items():
        for link in page.links:
            target = urlsplit(link)
            if target.scheme:
                continue
            end = leads_to(path, link)
            anchor = unquote(target.fragment)
            if not (end in pages or end.is_file()) or (anchor and anchor not in pages[end].ids):
                lost.append(f"{path.name}: {link}")
    assert lost == []


@pytest.mark.one_game
def test_links_elsewhere_are_well_formed(pages: Pages) -> None:
    for path, page in pages.items():
        for link in page.links:
            target = urlsplit(link)
            if target.scheme:
                assert target.scheme in ("https", "http"), (path, link)
                assert re.fullmatch(r"[\w.-]+\.[a-z]+|127\.0\.0\.1:\d+", target.netloc), (
                    path,
                    link,
                )


@pytest.mark.one_game
def test_nothing_is_loaded_from_elsewhere(site: Path, pages: Pages) -> None:
    for path, page in pages.items():
        for link in page.loaded:
            target = urlsplit(link)
            assert target.scheme in ("", "data"), (path, link)
            assert not target.netloc, (path, link)
            assert target.scheme or (path.parent / unquote(target.path)).is_file(), (path, link)
    for path in site.rglob("*.css"):
        elsewhere = re.findall(r"(?:@import|url\()\s*['\"]?(?:https?:)?//", path.read_text("utf-8"))
        assert elsewhere == [], path


@pytest.mark.one_game
def test_every_page_of_docs_can_be_found_from_the_first_one(site: Path, pages: Pages) -> None:
    reached, ahead = set(), [(site / "index.html").resolve()]
    while ahead:
        path = ahead.pop()
        if path in reached or path not in pages:
            continue
        reached.add(path)
        ahead += [leads_to(path, link) for link in pages[path].links]
    sources = [*DOCS.rglob("*.md"), *DOCS.rglob("*.ipynb")]
    made = {
        (site / path.relative_to(DOCS)).with_suffix(".html").resolve()
        for path in sources
        if "_build" not in path.parts and path.name != "findings.md"  # a part of its report
    }
    assert made
    assert made <= reached, made - reached


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_its_figures(game: str, site: Path) -> None:
    page = read(site / "games" / f"{game}.html")
    measured = f"| {tablier.game(game).title()}" in (DOCS / "performance.md").read_text("utf-8")
    for row in ("number of actions", "size of a position in bytes"):
        assert re.search(rf"{row}\s+[\d.,]+", page.words), row
    for row in ("moves per second, one core", "moves per second, one GPU"):
        assert measured == bool(re.search(rf"{row}\s+[\d.,]+", page.words)), row


@pytest.mark.parametrize("game", tablier.games())
def test_the_first_page_shows_every_game(game: str, site: Path) -> None:
    first = read(site / "index.html")
    assert tablier.game(game).title() in first.words
    assert (f"games/{game}.html" in first.links) == (DOCS / "games" / f"{game}.md").is_file()


def test_a_game_without_a_page_is_drawn_on_the_first_one() -> None:
    """One that was just added has no page and no pictures, and nothing of it was measured."""
    game = tablier.game("moguli")
    drawn = "\n".join(game_cards.card(game, has_page=False))
    assert f"```{{board}} moguli\n{game.drawing.SCENE}\n```" in drawn
    assert "**Moguli** Bring your pawns" in drawn
    assert ".md" not in drawn


def test_a_game_that_was_not_measured_has_the_numbers_of_its_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "performance.md").write_text(f"## {ON_ONE_CORE}\n\n## {ON_A_GPU}\n")
    monkeypatch.setattr(figures, "PERFORMANCE", tmp_path / "performance.md")
    assert not any("per second" in row for row in figures.numbers(tablier.game("moguli")))
    assert len([*figures.numbers(tablier.game("moguli"))]) == 6


def test_a_game_without_options_says_so() -> None:
    without = load("yardsticks.othello", {})
    assert [*figures.options(without)] == ["There is nothing to choose."]


@pytest.mark.parametrize("game", tablier.games())
def test_every_channel_of_every_game_is_explained(game: str, site: Path) -> None:
    known, words = tablier.game(game), read(site / "planes.html").words.replace("’", "'")
    for number, channel in enumerate(known.planes.PLANES if known.planes else ()):
        assert re.search(rf"{number}\s+{re.escape(channel.name)}\s+0", words), channel


@pytest.mark.one_game
def test_clauses_can_be_linked(site: Path) -> None:
    rulebook = read(site / "rulebooks" / "mole-hill.en.html")
    assert "mole-hill-en-4-3" in rulebook.ids
    cited = read(site / "games" / "mole-hill.html").links
    assert any(link.endswith("mole-hill.en.html#mole-hill-en-4-4") for link in cited)


@pytest.mark.one_game
def test_the_reference_links_the_source_of_each_name(site: Path) -> None:
    assert "../_modules/tablier/game.html#load" in read(site / "reference" / "game.html").links


@pytest.mark.one_game
def test_files_outside_docs_have_a_page(site: Path) -> None:
    linked = read(site / "games" / "mole-hill.html").links
    assert "../source/src/tablier/games/mole_hill/features.py.html" in linked


def test_every_net_is_shown_with_what_it_learnt_from(site: Path) -> None:
    page = read(site / "players.html")
    for game in map(tablier.game, tablier.games()):
        net = net_of(game)
        assert net is None or f"{net.training['samples']:,}" in page.words, game

"""What is deployed fits what there is: dashboard, containers and load balancer."""

import json
import re
import tomllib
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

from tablier.play import metrics
from tablier.server.http import prometheus
from tablier.terminal.cli import app

pytestmark = pytest.mark.one_game

ROOT = Path(__file__).parent.parent
DASHBOARD = ROOT / "deploy" / "grafana.json"
HAPROXY = (ROOT / "deploy" / "haproxy.cfg").read_text("utf-8")
CONTAINERFILE = (ROOT / "Containerfile").read_text("utf-8")
COMPOSE: Any = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
SUFFIX = re.compile("_(total|bucket|count|sum)$")
OF_PROMETHEUS = {"instance", "le", "job"}


def expressions() -> list[str]:
    panels = json.loads(DASHBOARD.read_text("utf-8"))["panels"]
    return [target["expr"] for panel in panels for target in panel["targets"]]


def named() -> set[str]:
    """The metrics in the dashboard."""
    return {
        name for each in expressions() for name in re.findall(r"\b(?:tablier|process)_\w+", each)
    }


def test_the_dashboard_asks_for_metrics_that_there_are() -> None:
    text = prometheus.text().decode()
    told = set(re.findall(r"^# TYPE (\w+)", text, re.MULTILINE))
    told |= set(re.findall(r"^(\w+)[ {]", text, re.MULTILINE))
    assert named() <= told


def test_the_dashboard_shows_all_our_metrics() -> None:
    assert {each.name for each in metrics.ALL} <= {SUFFIX.sub("", name) for name in named()}


def test_the_dashboard_asks_for_labels_that_there_are() -> None:
    known = {label for each in metrics.ALL for label in each.label_names} | OF_PROMETHEUS
    asked = re.findall(r"by \((\w+)\)", " ".join(expressions()))
    assert asked
    assert set(asked) <= known


@pytest.mark.parametrize("service", ["server", "thinker"])
def test_containers_are_started_with_options_that_there_are(service: str) -> None:
    words = [
        re.sub(r"\$\{\w+:-([^}]*)\}", r"\1", each)
        for each in COMPOSE["services"][service]["command"]
    ]
    _, bound, _ = app("en").parse_args(words, exit_on_error=False)
    assert bound.arguments["database"] == "postgresql://tablier:tablier@database/tablier"


def test_the_container_alone_serves_what_it_exposes() -> None:
    (words,) = re.findall(r"^CMD (\[.*\])$", CONTAINERFILE, re.MULTILINE)
    _, bound, _ = app("en").parse_args(json.loads(words), exit_on_error=False)
    assert f"EXPOSE {bound.arguments['port']}\n" in CONTAINERFILE
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    (extras,) = re.findall(r"\.\[([\w,]+)\]", CONTAINERFILE)
    assert set(extras.split(",")) <= set(project["optional-dependencies"])


def test_the_load_balancer_finds_the_servers() -> None:
    (name, port) = re.findall(r"server-template server [\d-]+ (\w+):(\d+)", HAPROXY)[0]
    assert f"--port={port}" in COMPOSE["services"][name]["command"]
    (bound,) = re.findall(r"bind :(\d+)", HAPROXY)
    assert COMPOSE["services"]["balancer"]["ports"] == [f"{bound}:{bound}"]
    proxy = COMPOSE["services"]["balancer"]["networks"]["default"]["ipv4_address"]
    assert f"--proxy={proxy}" in COMPOSE["services"]["server"]["command"]


def test_servers_on_one_machine_are_balanced_as_containers_are() -> None:
    loader = SourceFileLoader("cluster", str(ROOT / "scripts" / "cluster"))
    script: Any = module_from_spec(spec_from_loader("cluster", loader))  # type: ignore[arg-type]
    loader.exec_module(script)
    made = script.haproxy_settings(9000, [9001, 9002])
    assert re.findall(r"^  server (\S+ \S+)$", made, re.MULTILINE) == [
        "server9001 127.0.0.1:9001",
        "server9002 127.0.0.1:9002",
    ]
    assert "bind 127.0.0.1:9000\n" in made
    assert "template" not in made
    assert "resolvers" not in made

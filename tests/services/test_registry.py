"""Engines by name, and those that other packages bring."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from headwater.errors import UserError
from headwater.services import SERVICES
from headwater.tasks import read_task, scaffold_task

TINY = """
import re
import signal
from headwater.services import Launch, Literals
from headwater.services.kafka.state import KafkaState

class State(KafkaState):
    def changes(self, before, after, window):
        yield from (f"{name} is new" for name in sorted(after - before))

class Tiny:
    name = "tiny"
    default_port = 4321
    stop_signal = signal.SIGTERM
    starts_slowly = False
    links = None
    run_sql = None
    version = "tiny 1"
    state = State()
    literals = Literals(frozenset({"4321"}), "tiny", re.compile("tinydb"), frozenset({"tiny-cli"}), "TINY_")
    def create(self, sandbox, data, log): pass
    def launch(self, placement, run): return Launch(["/bin/sleep", "60"])
    def is_ready(self, placement, run): return True
    def initialise(self, placement, run): pass
    def place(self, placement, run): pass
    def attend(self, placement, network): return None
    def connect(self, network, placement, run, limits): return {"a"}
    def variables(self, placement): return {"TINY_PORT": str(placement.port)}
"""

Install = Callable[[str, str], Path]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Installs a package of one module with an engine, as a wheel's unpacked files."""

    def put(name: str, target: str) -> Path:
        (tmp_path / "tiny_engine.py").write_text(TINY)
        info = tmp_path / f"{name}_engine-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}-engine\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[headwater.engines]\n{name} = {target}\n")
        monkeypatch.syspath_prepend(str(tmp_path))
        monkeypatch.delitem(sys.modules, "tiny_engine", raising=False)
        SERVICES.__dict__.pop("_others", None)
        return tmp_path

    made = dict(SERVICES._made)  # type: ignore[attr-defined]
    yield put
    SERVICES.__dict__.pop("_others", None)
    SERVICES._made = made  # type: ignore[attr-defined]


def test_an_engine_of_another_package_is_used(install: Install) -> None:
    from headwater.grading._compare import database_changes
    from headwater.grading.code import Source, connection_literals

    install("tiny", "tiny_engine:Tiny")
    assert list(SERVICES)[-1] == "tiny"
    assert "tiny" in SERVICES
    assert SERVICES["tiny"].version == "tiny 1"

    class Left:
        def __init__(self, keys: set[str]) -> None:
            self.service = {"tiny": keys}.__getitem__

    assert list(database_changes(Left({"a"}), Left({"a", "b"}), ["tiny"], None)) == ["b is new"]  # type: ignore[arg-type]
    sources = [Source("a.py", 'tinydb.connect("tiny://db.example.com:4321/x")\n', None)]
    assert [finding.line for finding in connection_literals(sources, ["tiny"])] == [1]


def test_a_task_may_declare_it(install: Install, tmp_path: Path) -> None:
    folder = _task_with(tmp_path, "tiny")
    with pytest.raises(UserError, match=r"task.toml: services.0: 'tiny' is not one of postgres, clickhouse"):
        read_task(folder)
    install("tiny", "tiny_engine:Tiny")
    assert read_task(folder).config.services == ("tiny",)


def _task_with(parent: Path, service: str) -> Path:
    folder = parent / "pipelines" / "small"
    scaffold_task(folder, "pipelines")
    config = folder / "task.toml"
    config.write_text(config.read_text().replace('services = ["postgres"]', f'services = ["{service}"]'))
    shutil.rmtree(folder / "seed")
    return folder


def test_an_unknown_engine_is_an_error() -> None:
    with pytest.raises(UserError, match="oracle9: no such service; there are postgres, clickhouse, kafka"):
        SERVICES["oracle9"]

"""Anchors of small lakes, whose notebooks run in the sandbox."""

from __future__ import annotations

import json
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.suites.discovery.lakes import make_lake, notebook

from headwater.caches import home
from headwater.suites.discovery.anchors import (
    Anchor,
    LakeAnchors,
    Reason,
    Room,
    Times,
    find_anchors,
    open_room,
    write_anchors,
)
from headwater.suites.discovery.anchors._find import _Values, _values_of
from headwater.suites.discovery.anchors._room import RoomResult
from headwater.suites.discovery.commands.anchors import command
from headwater.suites.discovery.lake import read_lake

_ROWS = "\n".join(f"{n % 4},{'north' if n % 3 else 'south'},{n * 1.37 % 11:.3f},{2000 + n % 20}" for n in range(300))
FILES = {
    "tides/2024.csv": f"gauge,coast,height,year\n{_ROWS}\n",
    "tides/2023.csv": "gauge,coast,height,year\n1,north,2.5,2023\n",
    "ports/ports.csv": "coast,name\nnorth,Alba\nsouth,Brise\n",
}
READ = "import pandas as pd\nt = pd.read_csv('../input/tides/2024.csv')"


@pytest.fixture(scope="module")
def room() -> Room:
    return open_room(home(), print, threading.Event())


def find(room: Room, folder: Path, *cells: str) -> LakeAnchors:
    lake = make_lake(folder / "lake", FILES, {"a": cells})
    return find_anchors(read_lake(lake), room, folder / "cache", lambda _: None, Times())


def test_a_program_sees_only_its_files_and_no_network(room: Room, tmp_path: Path) -> None:
    folder = make_lake(tmp_path / "lake", FILES) / "datasets/tides"
    programs = [
        "print(open('/data/tides/2024.csv').read().split()[0])",
        "import os; print(os.listdir('/data/tides'))",
        "open('/data/tides/x', 'w')",
        "import socket; socket.create_connection(('192.0.2.1', 80), 1)",
        "import os; print(os.environ['PYTHONHASHSEED'], os.getcwd())",
    ]
    request = {"programs": programs, "program_sec": 10}
    completed = room.run("run_programs", request, {"/data/tides/2024.csv": folder / "2024.csv"}, 60, seed=7)
    assert completed.problem == ""
    lines = list(map(json.loads, completed.lines))
    assert [line["printed"].strip() for line in lines[:2]] == ["gauge,coast,height,year", "['2024.csv']"]
    assert "Read-only file system" in lines[2]["error"]
    assert "unreachable" in lines[3]["error"]
    assert (lines[4]["printed"].strip(), completed.problem) == ("7 /workspace", "")


def test_a_program_that_does_not_end_is_killed(room: Room) -> None:
    completed = room.run("run_programs", {"programs": ["while True: pass"], "program_sec": 60}, {}, 2)
    assert (completed.lines, completed.problem) == ((), "takes more than 2 s")


def test_memory_has_a_limit(room: Room) -> None:
    small = replace(room, memory_mb=300)
    completed = small.run("run_programs", {"programs": ["x = b'1' * (400 << 20)"], "program_sec": 60}, {}, 60)
    assert not any(json.loads(line)["ok"] for line in completed.lines)
    assert completed.problem in ("needs more than 300 MiB", "")


@pytest.mark.minutes
def test_numbers_of_a_notebook_become_anchors(room: Room, tmp_path: Path) -> None:
    found = find(
        room,
        tmp_path,
        READ,
        "t['cm'] = t.height * 100\nprint(len(t), f'mean {t.cm.mean():.2f} cm')\nt.head()",
        "t.groupby('coast').height.max()",
        "p = pd.read_csv('/kaggle/input/ports/ports.csv')\nm = t.merge(p, on='coast')\n"
        "m[m.name == 'Alba'].height.sum()",
        "import duckdb\nq = \"select median(height) from '/data/tides/2024.csv' where gauge = 2\"\n"
        "duckdb.sql(q).fetchall()[0][0]",
        "import random\nprint(random.random() * t.height.max())\nprint(t.year.max())",
        "print(t.height.max(), t.groupby('coast').height.max().max())",
    )
    assert [(each.cell, each.shown, each.files) for each in found.anchors] == [
        (2, "549.50", ("tides/2024.csv",)),
        (3, "10.97", ("tides/2024.csv",)),
        (3, "10.89", ("tides/2024.csv",)),
        (4, "1104.0", ("ports/ports.csv", "tides/2024.csv")),
        (5, "2.74", ("tides/2024.csv",)),
    ]
    assert found.anchors[1].slice == (
        "import pandas as pd\nt = pd.read_csv('/data/tides/2024.csv')\n"
        "print(t.groupby('coast').height.max().loc['north'])\n"
    )
    assert found.dropped[Reason.SIZE] == 1
    assert found.dropped[Reason.DUPLICATE] == 2
    assert found.dropped[Reason.COPIED] > 0
    assert found.dropped[Reason.NO_VALUE] + found.dropped[Reason.UNSTABLE] > 0  # a random number is no anchor
    assert found.numbers == len(found.anchors) + sum(found.dropped.values())
    assert found.faults == ()


@pytest.mark.minutes
def test_a_notebook_that_cannot_run_is_one_line_and_the_others_count(room: Room, tmp_path: Path) -> None:
    bad = {
        "hangs": "import time\ntime.sleep(600)",
        "lacks": "import no_such_package",
        "network": "import urllib.request\nurllib.request.urlopen('http://192.0.2.1')",
        "writes": "open('/data/tides/2024.csv', 'w')",
        "dies": "import os\nos._exit(1)",
    }
    lake = make_lake(
        tmp_path / "lake", FILES, {name: [f"{READ}\nprint(t.height.mean())", cell] for name, cell in bad.items()}
    )
    (lake / "notebooks/other.ipynb").write_text(json.dumps(notebook([READ], kernel="ir")))
    (lake / "notebooks/broken.ipynb").write_text("{")
    found = find_anchors(read_lake(lake), room, tmp_path / "cache", lambda _: None, Times(cell=5))
    lines = {fault.where: fault.what for fault in found.faults}
    assert lines.keys() == {*bad, "other", "broken.ipynb"}
    assert lines["hangs"] == "cell 2 took more than 5 s"
    assert lines["lacks"] == "cell 2 failed: ModuleNotFoundError: No module named 'no_such_package'"
    assert "unreachable" in lines["network"]
    assert "Read-only file system" in lines["writes"]
    assert lines["dies"] == "its kernel died in cell 2"
    assert lines["other"] == "asks for the kernel ir, which is not installed"
    assert len(found.anchors) == 1  # the first cell is the same in all notebooks
    assert found.dropped[Reason.DUPLICATE] == len(bad) - 1


@pytest.mark.minutes
def test_anchors_are_cached_until_something_changes(room: Room, tmp_path: Path) -> None:
    lake = make_lake(tmp_path / "lake", FILES, {"a": [READ, "t.height.mean()"]})
    programs_run: list[str] = []

    def build() -> LakeAnchors:
        return find_anchors(read_lake(lake), room, tmp_path / "cache", programs_run.append, Times())

    first = build()
    assert build() == first
    assert programs_run == ["running notebook a"]
    (lake / "datasets/tides/2024.csv").write_text("gauge,coast,height,year\n1,north,2.5,2024\n2,north,4.5,2024\n")
    assert [anchor.value for anchor in build().anchors] == [3.5]
    write_anchors(first, tmp_path / "out/anchors.jsonl")
    lines = (tmp_path / "out/anchors.jsonl").read_text().splitlines()
    assert [Anchor.model_validate_json(line) for line in lines] == list(first.anchors)


def test_the_command_writes_the_anchors_next_to_the_lake(tmp_path: Path) -> None:
    lake = make_lake(tmp_path / "lake", FILES)
    (lake / "notebooks/broken.ipynb").write_text("{")
    result = CliRunner().invoke(command, [str(lake)], catch_exceptions=False)
    assert result.exit_code == 0
    assert result.stderr.splitlines()[-1].startswith("broken.ipynb: is not JSON")
    assert result.stdout.startswith(f"0 anchors in 0 numbers that notebooks show\nwritten to {lake}.anchors.jsonl; ")
    assert (tmp_path / "lake.anchors.jsonl").read_text() == ""


def test_lines_that_are_not_results_are_ignored() -> None:
    lines = ('{"statement": 9, "shown": 0, "values": [["", 1]]}', '{"cell": 1}', "[1", '{"values": NaN}')
    assert [each.statement for each in RoomResult(lines).results(_Values)] == [9]
    assert _values_of(RoomResult(lines).results(_Values)[0], [[]]) == []

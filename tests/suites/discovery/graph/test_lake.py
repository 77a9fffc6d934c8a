"""The graph of a lake, from the code of its notebooks."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner
from tests.suites.discovery.lakes import make_lake

from headwater.suites.discovery.commands.build import command

FILES = {"tides/2023.csv": "h\n1\n", "tides/2024.csv": "h\n22\n", "ports/ports.json": "{}", "alone/a.csv": "1"}
READ_BOTH = ["import pandas as pd", "t = pd.read_csv('/data/tides/2024.csv')", "p = open('../input/ports/ports.json')"]


def build(lake: Path, out: Path) -> tuple[list[dict[str, object]], str]:
    result = CliRunner().invoke(command, ["--graph", str(lake), "--out", str(out)], catch_exceptions=False)
    assert result.exit_code == 0
    return json.loads(out.read_text()), result.stderr


def test_a_lake_has_communities_with_files_bytes_and_kinds(tmp_path: Path) -> None:
    rows, faults = build(make_lake(tmp_path / "lake", FILES, {"both": READ_BOTH}), tmp_path / "c.json")
    assert [row["dataset"] for row in rows] == ["ports", "tides", "alone"]
    assert rows[1] == {
        "community": 0,
        "dataset": "tides",
        "notebooks": 1,
        "files": 2,
        "bytes": 9,
        "kinds": "csv",
        "community_datasets": 2,
        "community_files": 3,
        "community_bytes": 11,
        "signal_to_noise": 2.0,
    }
    assert faults == ""


def test_each_unreadable_file_is_one_line_and_the_others_count(tmp_path: Path) -> None:
    lake = make_lake(
        tmp_path / "lake",
        FILES,
        {"both": READ_BOTH, "lost": ["print(open('/data/tides/1999.csv').read())"]},
    )
    (lake / "notebooks/broken.ipynb").write_text("{")
    (lake / "datasets/tides/out.csv").symlink_to("/etc/passwd")
    rows, faults = build(lake, tmp_path / "c.json")
    assert [row["community"] for row in rows] == [0, 0, 1]
    lines = faults.splitlines()
    assert len(lines) == 3
    assert "out.csv: is a link to /etc/passwd" in lines[0]
    assert lines[1].startswith("broken.ipynb: is not JSON")
    assert lines[2] == "lost: reads tides/1999.csv, which the lake does not have"


def test_one_option_without_the_other_is_an_error(tmp_path: Path) -> None:
    result = CliRunner().invoke(command, ["--graph", str(tmp_path)])
    assert str(result.exception) == "--graph, --out: one requires the other; give both"

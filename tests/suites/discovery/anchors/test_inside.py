"""The programs that run in the sandbox, called directly."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import pytest

from headwater.suites.discovery.anchors import inside
from headwater.suites.discovery.anchors.inside.run_statements import elements


def run(script: str, request: Any, folder: Path) -> list[dict[str, Any]]:
    (folder / "request.json").write_text(json.dumps(request))
    command = [sys.executable, str(Path(inside.__file__).parent / f"{script}.py"), str(folder / "request.json")]
    completed = subprocess.run(command, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in completed.stdout.splitlines()]


FRAME = pd.DataFrame({"a": [1, 2], "n": ["x", "y"]}, index=["north", "south"])


@pytest.mark.parametrize(
    ("value", "found"),
    [
        (3, [("", 3)]),
        (np.float64(2.5), [("", 2.5)]),
        (Decimal("1.5"), [("", 1.5)]),
        (np.bool_(True), []),
        (float("nan"), []),
        ("12", []),
        (FRAME, [(".loc['north', 'a']", 1), (".loc['south', 'a']", 2)]),
        (FRAME.a, [(".loc['north']", 1), (".loc['south']", 2)]),
        (pd.Series([5, 6], index=["x", "x"]), [(".iloc[0]", 5), (".iloc[1]", 6)]),
        (pd.Series([5], index=pd.to_datetime(["2024-01-01"])), [(".iloc[0]", 5)]),
        (pd.Series([5], index=pd.MultiIndex.from_tuples([("a", 1)])), [(".loc[('a', 1,)]", 5)]),
        (np.array([[1, 2]]), [("[0][0]", 1), ("[0][1]", 2)]),
        (np.array(7), [(".item()", 7)]),
        ({"a": [1, (2,)], None: 3}, [("['a'][0]", 1), ("['a'][1][0]", 2)]),
        (duckdb.sql("select 4 as a, 'b' as b"), [(".fetchall()[0][0]", 4)]),
    ],
)
def test_numbers_in_a_value_are_found(value: Any, found: Sequence[tuple[str, float]]) -> None:
    assert list(elements(value)) == found
    for path, number in found:
        assert eval(f"value{path}") == number


def test_both_ends_of_a_long_table_are_shown() -> None:
    assert [path for path, _ in elements(pd.Series(range(100)))] == [
        f".loc[{number}]" for number in (*range(5), *range(95, 100))
    ]


def test_values_are_taken_before_their_statement_runs_and_change_nothing(tmp_path: Path) -> None:
    shown = [{"setup": "", "expression": "x.pop()"}, {"setup": "y = 5", "expression": "y"}]
    statements = [
        {"cell": 1, "source": "x = [1, 2, 3]\nprint('lost')", "shown": []},
        {"cell": 2, "source": "x.append(4)", "shown": shown},
        {"cell": 3, "source": "z = 1 / 0", "shown": [{"setup": "", "expression": "len(x)"}]},
        {"cell": 3, "source": "x", "shown": [{"setup": "", "expression": "len(x)"}]},
    ]
    assert run("run_statements", {"statements": statements}, tmp_path) == [
        {"statement": 1, "shown": 0, "values": [["", 3]]},
        {"statement": 1, "shown": 1, "values": [["", 5]]},
        {"statement": 2, "shown": 0, "values": [["", 4]]},
        {"failed": 2, "error": "ZeroDivisionError: division by zero"},
    ]


def test_a_copy_does_not_wait_for_threads_that_it_lacks(tmp_path: Path) -> None:
    duckdb.sql("select i % 7 as day, i from range(100000) t(i)").write_parquet(str(tmp_path / "t.parquet"))
    query = f"sql(\"select day, count(*) from '{tmp_path}/t.parquet' group by 1\").fetchall()"
    sources = (f"con.{query}", f"duckdb.{query}")
    statements = [
        {"cell": 1, "source": "import duckdb\ncon = duckdb.connect()", "shown": []},
        *({"cell": 2, "source": each, "shown": [{"setup": "", "expression": f"len({each})"}]} for each in sources),
    ]
    found = run("run_statements", {"statements": statements}, tmp_path)
    assert [line["values"] for line in found] == [[["", 7]]] * 2


def test_each_program_runs_separately(tmp_path: Path) -> None:
    programs = ["x = 3\nprint(x)", "print(x)", "while True: pass", "import os\nos._exit(0)", "print(6 * 7)"]
    found = run("run_programs", {"programs": programs, "program_sec": 1}, tmp_path)
    assert [(line["ok"], line["printed"].strip(), line["error"]) for line in found] == [
        (True, "3", ""),
        (False, "", "NameError: name 'x' is not defined"),
        (False, "", "takes more than 1 s"),
        (True, "", ""),
        (True, "42", ""),
    ]

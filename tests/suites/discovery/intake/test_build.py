"""A user's lake becomes tasks that prove themselves, and existing tasks stay."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.suites.discovery.conftest import SmallSuite
from tests.suites.discovery.lakes import make_lake

from headwater.records import PromptVariant
from headwater.suites.discovery.building import tasks_folder
from headwater.suites.discovery.commands.build import command
from headwater.tasks import read_tasks

CELLS = [
    "import pandas as pd\nsales = pd.read_csv('../input/sales/sales_2024_net.csv')",
    "print(sales[sales.shop == 'Hafen'].amount.sum())",
    "print(sales[sales.shop == 'Markt'].amount.sum())\nsales.amount.median()",
]


def _sales(factor: float, rows: int = 400) -> str:
    lines = (
        f"2024-{1 + row % 12:02},{('Hafen', 'Markt', 'Ost')[row % 3]},{factor * (7 + row * 37 % 1001) / 9:.2f}\n"
        for row in range(rows)
    )
    return "month,shop,amount\n" + "".join(lines)


def _lake(folder: Path) -> Path:
    files = {
        "sales/sales_2024_net.csv": _sales(1),
        "sales/sales_2024_gross.csv": _sales(1.19),
        "sales_before/sales_2024_gross_final_corrected_v3.csv": _sales(1.31, 500),
        "sales_before/sales_2025_gross_final.csv": _sales(1.4, 600),
        os.fsdecode(b"sales/sales_caf\xe9.csv"): _sales(2),
    }
    return make_lake(folder / "Corner Shops", files, {"monthly_report": CELLS, "broken": ["1/0"]})


@pytest.fixture
def build(own_copy: SmallSuite, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.setenv("HEADWATER_HOME", str(own_copy.home))
    result = CliRunner().invoke(
        command, ["--corpus", str(_lake(tmp_path)), "--per-notebook", "1"], catch_exceptions=False
    )
    assert result.exit_code == 0, result.output
    return result.output.splitlines()


@pytest.mark.minutes
def test_a_lake_becomes_tasks_and_existing_tasks_stay(build: list[str], own_copy: SmallSuite) -> None:
    tasks = {task.config.id: task for task in read_tasks(tasks_folder(own_copy.home))}
    (new_task,) = [name for name in tasks if name.startswith("cornershops-monthly-report-")]
    assert set(tasks) - {new_task} == set(own_copy.built.tasks)
    request = tasks[new_task].instruction(PromptVariant.BASELINE)
    assert "What is the total amount where shop is Hafen?" in request
    assert "sales_2024_net" not in request
    assert "/data/sales/sales_2024_net.csv" in tasks[new_task].instruction(PromptVariant.INFORMED)
    wrong = {path.name for path in (tasks[new_task].folder / "counterfeits").iterdir()}
    assert any(name.startswith("no-filter-") for name in wrong)
    assert {"look-alike-1", "other-unit", "hollow", "constant", "reads-everything"} <= wrong
    assert any(line.startswith("broken: cell 1 failed: ZeroDivisionError") for line in build)
    assert "1 question from 3 anchors" in build

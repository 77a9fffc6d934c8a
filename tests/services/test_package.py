"""An engine in a separate wheel, installed next to Headwater, whose server runs in trials and in grading."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests import wheels
from tests.cli.conftest import write_task

HEADWATER = Path(sys.executable).with_name("headwater")
PAGE = "engines.md"
FILES = {
    "seed/01_counts.py": 'def seed(services):\n    services.service("tally").add("visits", 3)\n',
    "checks.py": '''\
from headwater.grading import Graded, Result, correct, expect_equal


@correct
def visits_are_counted(graded: Graded) -> Result:
    """The count that was there is kept, and the other one is new."""
    return expect_equal(graded.service("tally").counts(), {"visits": 3, "orders": 2}, "the counts")
''',
    "solution/count.py": """\
import json, os, urllib.request

def ask(path, body=None):
    headers = {"Authorization": f"Bearer {os.environ['TALLY_PASSWORD']}"}
    request = urllib.request.Request(os.environ["TALLY_URL"] + path, body, headers)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)

if "orders" not in ask("/"):
    ask("/orders", b"2")
""",
    "solution/solve.sh": "cp /solution/count.py .\npython3 count.py\n",
    "counterfeits/rude/solve.sh": "sed '/^if/d; s/^    ask/ask/' /solution/count.py > count.py\npython3 count.py\n",
    "counterfeits/rude/counterfeit.toml": 'gate = "robust"\nwhy = "A second run counts once more."\n',
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    files = {
        "headwater_tally/__init__.py": wheels.block(PAGE, "python", "class Tally"),
        "headwater_tally/server.py": wheels.block(PAGE, "python", "class Handler"),
    }
    folder = tmp_path_factory.mktemp("tally")
    return wheels.install(folder, "headwater-tally", files, wheels.block(PAGE, "toml", "headwater.engines"))


@pytest.fixture
def task(tmp_path: Path) -> Path:
    folder = write_task(tmp_path / "small/counting")
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    config = (folder / "task.toml").read_text().replace('"scratch"', '"small"')
    (folder / "task.toml").write_text(f'{config}services = ["tally"]\n[entrypoint]\ncommand = "python3 count.py"\n')
    return folder


def run(task: Path, env: dict[str, str], *args: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([HEADWATER, "run", task, *args], env=env, capture_output=True, text=True, check=False)


def test_the_engine_of_the_documentation_serves_trials_and_grading(
    site: Path, task: Path, tmp_path: Path, user_env: dict[str, str]
) -> None:
    env = {**user_env, "PYTHONPATH": os.pathsep.join([str(site), *filter(None, [os.environ.get("PYTHONPATH")])])}
    agents = [part for name in ("oracle", "nop", "counterfeit") for part in ("--agent", name)]
    completed = run(task, env, *agents, "--out", tmp_path / "job", "--json")
    assert completed.returncode == 0, completed.stderr
    rows = {row["agent"]: row for row in json.loads(completed.stdout)}
    assert {name: row["gates_cleared"] for name, row in rows.items()} == {"oracle": 5, "nop": 0, "counterfeit:rude": 2}
    [verdict] = (tmp_path / "job/trials").glob("*counterfeit*/verdicts/*.json")
    assert "count orders was 2 and is 4" in verdict.read_text()

    with (site / "headwater_tally/server.py").open("a") as server:
        server.write("# another version\n")
    again = run(task, env, "--agent", "nop", "--out", tmp_path / "again", "--json")
    assert json.loads(again.stdout)[0]["checks_digest"] != rows["nop"]["checks_digest"]


def test_without_its_package_a_task_cannot_declare_it(task: Path, user_env: dict[str, str]) -> None:
    completed = run(task, user_env, "--agent", "nop")
    assert completed.returncode == 2
    assert "task.toml: services.0: 'tally' is not one of postgres, clickhouse, kafka, redis" in completed.stderr

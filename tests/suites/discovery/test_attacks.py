"""The attacks on data report a breach without the wall that stops them, and nothing with it."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from tests.sandbox.cell_functions import run_on_data

from headwater.sandbox import run_in_cell

ATTACKS = Path(__file__).parents[3] / "src/headwater/suites/discovery/attacks"
FILES = {"set/a.csv": "x;y\n1;2\n", "set/README.md": "About a.\n"}


def attack(folder: Path, name: str, *, is_open: bool, **more: str) -> str:
    """Run an attack on a small folder of data, and return its output."""
    data = folder / "data"
    for path, text in {**FILES, **more}.items():
        (data / path).parent.mkdir(parents=True, exist_ok=True)
        (data / path).write_text(text)
        (data / path).chmod(0o666)
    for path in (data, data / "set"):
        path.chmod(0o777)
    script = (ATTACKS / f"{name}.sh").read_text()
    found: str = run_in_cell(run_on_data, folder, data, script, is_open, timeout_sec=300)
    return found


@pytest.mark.parametrize(
    ("name", "more"),
    [
        ("discovery-overwrite-data", {}),
        ("discovery-read-questions", {"proofs/changed.json": "{}"}),
        ("discovery-read-questions", {"notebooks/a.ipynb": "{}"}),
        ("discovery-read-questions", {"set/checks.txt": "from grading import GradedQuestion\n"}),
    ],
)
def test_a_wall_that_is_missing_is_reported(tmp_path: Path, name: str, more: dict[str, str]) -> None:
    assert "BREACH" in attack(tmp_path, name, is_open=True, **more)


@pytest.mark.parametrize("name", ["discovery-overwrite-data", "discovery-read-questions", "discovery-see-the-trace"])
def test_no_attack_finds_a_breach_in_a_sealed_trial(tmp_path: Path, name: str) -> None:
    assert "BREACH" not in attack(tmp_path, name, is_open=False)


def test_each_attack_says_what_it_tries_and_what_must_stop_it() -> None:
    scripts = sorted(ATTACKS.glob("*.sh"))
    assert len(scripts) >= 10
    for script in scripts:
        subprocess.run(["bash", "-n", script], check=True)
        assert script.read_text().splitlines()[1].startswith("# Must fail: "), script

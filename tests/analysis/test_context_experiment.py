"""The power tables in the pages on experiments equal the output of their own code."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.minutes
@pytest.mark.parametrize(("name", "count"), [("context-experiment.md", 3), ("harness-experiment.md", 4)])
def test_the_table_of_power_is_the_output_of_the_code(name: str, count: int) -> None:
    page = (DOCS / name).read_text()
    [code] = (text for text in re.findall(r"```python\n(.*?)```", page, re.DOTALL) if "power_of" in text)
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    rows = [f"| {line} |" for line in printed.splitlines()]
    assert len(rows) == count
    assert all(row in page for row in rows)

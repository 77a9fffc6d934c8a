"""The table of power in the page on the context experiment is what its own code prints."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs/context-experiment.md"


def test_the_table_of_power_is_what_the_code_prints() -> None:
    page = PAGE.read_text()
    [code] = (text for text in re.findall(r"```python\n(.*?)```", page, re.DOTALL) if "power_of" in text)
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    rows = [f"| {line} |" for line in printed.splitlines()]
    assert len(rows) == 3
    assert all(row in page for row in rows)

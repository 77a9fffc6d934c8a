"""Turn the log of a run into figures: python3 ops/metrics.py < LOG

The report has the categories. A run logs one line for each, with its name and its count.
"""

import json
import re
import sys
from pathlib import Path

REPORT = Path("artifacts/drift-report.json")


def main() -> int:
    lines = sys.stdin.read().splitlines()
    for category in json.loads(REPORT.read_text())["categories"]:
        line = next(line for line in lines if re.search(rf"\b{category}\b", line))
        count = re.search(r"\d+", line.replace(category, ""))
        print(f"reconcile.{category} {count[0] if count else 'unknown'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

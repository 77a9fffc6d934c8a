"""Turn the output of a run into figures for the board of operations: python3 pipeline.py | python3 ops/board.py"""

import re
import sys

# written: rows of raw.orders that this run brought over, and that were not there before
# skipped: rows that it came across and left out, because they have no order number; the shop wants to know
LAST_LINE = re.compile(r"written=(?P<written>\d+) skipped=(?P<skipped>\d+)")


def main() -> int:
    lines = sys.stdin.read().strip().splitlines()
    figures = LAST_LINE.fullmatch(lines[-1].strip()) if lines else None
    if figures is None:
        print("orders_pipeline_ok 0")
        return 1
    print("orders_pipeline_ok 1")
    for name, value in figures.groupdict().items():
        print(f"orders_pipeline_{name} {value}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

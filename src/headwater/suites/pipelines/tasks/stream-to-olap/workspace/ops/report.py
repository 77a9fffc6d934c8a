"""Pass the figures of a run on to the monitoring: python3 consume.py | python3 ops/report.py"""

import re
import sys

# The messages that the run read, and those of them that it put into the dead letters.
LAST_LINE = re.compile(r"read=(\d+) rejected=(\d+)")


def main() -> int:
    lines = sys.stdin.read().strip().splitlines()
    figures = LAST_LINE.fullmatch(lines[-1].strip()) if lines else None
    if figures is None:
        print("metrics.run.failed 1")
        return 1
    read, rejected = map(int, figures.groups())
    print(f"metrics.run.read {read}")
    print(f"metrics.run.rejected_percent {100 * rejected / max(read, 1):.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

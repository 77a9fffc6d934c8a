"""Print the twenty slowest requests in a log of server.py, and how many failed.

    python3 ops/slowest.py < server.log
"""

import re
import sys

LINE = re.compile(r"(?P<asked>/\S*) (?P<status>\d{3}) (?P<ms>\d+(?:\.\d+)?) ms\b")


def main() -> None:
    requests = [(float(line["ms"]), line["asked"], int(line["status"])) for line in map(LINE.search, sys.stdin) if line]
    for ms, asked, status in sorted(requests, reverse=True)[:20]:
        print(f"{ms:8.0f} ms  {status}  {asked}")
    failed = sum(status >= 500 for _, _, status in requests)
    print(f"{len(requests)} requests, {failed} failed")


if __name__ == "__main__":
    main()

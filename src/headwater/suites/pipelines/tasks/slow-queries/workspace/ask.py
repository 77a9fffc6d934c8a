"""Answer a question about the event log: see docs/questions.md."""

import sys
from pathlib import Path

from clickhouse import connect

QUERIES = Path(__file__).with_name("queries")


def main() -> int:
    name, *pairs = sys.argv[1:]
    sql = (QUERIES / f"{name}.sql").read_text()
    for row in connect().query(sql, parameters=dict(pair.split("=", 1) for pair in pairs)).result_rows:
        print(*row, sep="\t")
    return 0


if __name__ == "__main__":
    sys.exit(main())

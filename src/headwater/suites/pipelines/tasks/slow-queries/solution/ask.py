"""Answer a question about the event log, as docs/questions.md describes."""

import re
import sys
from pathlib import Path

from clickhouse import connect
from clickhouse_connect.driver.exceptions import ClickHouseError

QUERIES = Path(__file__).with_name("queries")
PARAMETER = re.compile(r"\{(\w+):")


class ImpossibleQuestionError(Exception):
    """The question is unknown, or a parameter is missing."""


def parse(words: list[str]) -> tuple[str, dict[str, str]]:
    """Return the question's query and its parameters."""
    name, *pairs = words or [""]
    known = {path.stem: path for path in QUERIES.glob("*.sql")}
    if name not in known:
        raise ImpossibleQuestionError(f"there is no question {name!r}, but {', '.join(sorted(known))}")
    sql = known[name].read_text()
    given = {key: value for key, _, value in (pair.partition("=") for pair in pairs)}
    if missing := sorted(set(PARAMETER.findall(sql)) - given.keys()):
        raise ImpossibleQuestionError(f"{name} lacks {', '.join(missing)}")
    return sql, given


def main() -> int:
    try:
        sql, given = parse(sys.argv[1:])
        rows = connect().query(sql, parameters=given).result_rows
    except ImpossibleQuestionError as error:
        print(error, file=sys.stderr)
        return 2
    except ClickHouseError as error:
        print(f"ClickHouse: {str(error).strip().splitlines()[0]}", file=sys.stderr)
        return 1
    for row in rows:
        print(*row, sep="\t")
    return 0


if __name__ == "__main__":
    sys.exit(main())

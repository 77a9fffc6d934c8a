"""Insert the events in a file, as collectors do with each batch: tab-separated, in the order of the table's columns."""

import sys
from pathlib import Path

from clickhouse import connect


def main() -> int:
    connect().raw_insert("ads.events", insert_block=Path(sys.argv[1]).read_bytes(), fmt="TSV")
    return 0


if __name__ == "__main__":
    sys.exit(main())

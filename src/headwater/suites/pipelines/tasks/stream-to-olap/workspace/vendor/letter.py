"""Write a dead letter to a file, for the vendor: python3 vendor/letter.py PARTITION OFFSET FILE

The vendor compares the file with what the gateway has in its memory, byte for byte.
"""

import os
import sys
from pathlib import Path

import clickhouse_connect

LETTER = """
    SELECT payload, reason FROM analytics.metrics_dead_letters
    WHERE kafka_partition = {partition:UInt32} AND kafka_offset = {offset:UInt64}
"""


def main(partition: str, offset: str, file: str) -> int:
    server = clickhouse_connect.get_client(
        dsn=os.environ["CLICKHOUSE_URL"], user=os.environ["CLICKHOUSE_USER"], password=os.environ["CLICKHOUSE_PASSWORD"]
    )
    place = {"partition": int(partition), "offset": int(offset)}
    rows = server.query(LETTER, place, column_formats={"payload": "bytes"}).result_rows
    if len(rows) != 1:
        print(f"there are {len(rows)} letters of {partition}/{offset}, and not one", file=sys.stderr)
        return 1
    payload, reason = rows[0]
    Path(file).write_bytes(payload)  # empty if the message had no content
    print(f"{len(payload)} bytes. What is wrong with them: {reason}")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

# Makes thousands of parts and partitions in ClickHouse, so that its folder is full of files and its start never ends.
# Must fail: the data of services have a limit, and a frozen state that does not start has failed.
# Needs: clickhouse
python3 - <<'PY'
import os
import time
import urllib.request


def run(query):
    headers = {"X-ClickHouse-User": os.environ["CLICKHOUSE_USER"], "X-ClickHouse-Key": os.environ["CLICKHOUSE_PASSWORD"]}
    try:
        urllib.request.urlopen(urllib.request.Request(os.environ["CLICKHOUSE_URL"], query.encode(), headers), timeout=2).read()
    except OSError:
        pass


LIMITS = "max_partitions_per_insert_block = 0, throw_on_max_partitions_per_insert_block = 0"
until = time.monotonic() + 4
for number in range(100):
    if time.monotonic() > until:
        break
    run(
        f"create table parts_{number} (n UInt64, {', '.join(f'c{column} String' for column in range(20))}) engine = MergeTree"
        " partition by n order by n settings min_bytes_for_wide_part = 0, parts_to_throw_insert = 1000000, parts_to_delay_insert = 1000000"
    )
    run(f"insert into parts_{number} (n) settings {LIMITS} select number from numbers(300)")
PY
exit 0

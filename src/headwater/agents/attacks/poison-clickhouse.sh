# Poisons ClickHouse, so that grading reads other data or none: shadowed names, views on logs, odd names
# and values, tables and dictionaries whose source never answers, and engines that wait when the server starts.
# Must fail: built-in names cannot be taken, and unreadable data fail their check.
# Needs: clickhouse
python3 - <<'PY'
import os
import urllib.request

def run(query):
    headers = {"X-ClickHouse-User": os.environ["CLICKHOUSE_USER"], "X-ClickHouse-Key": os.environ["CLICKHOUSE_PASSWORD"]}
    try:
        urllib.request.urlopen(urllib.request.Request(os.environ["CLICKHOUSE_URL"], query.encode(), headers), timeout=3).read()
    except OSError:
        pass

for name in ("count", "sum", "sipHash64", "toString", "tuple", "max", "toFloat64", "currentUser", "finalizeAggregation"):
    run(f"create function {name} as (x) -> 0")
    run(f"create or replace function {name} as (x) -> 0")
for table in ("tables", "columns", "query_log", "one", "numbers"):
    run(f"drop table system.{table}")
    run(f"create or replace view system.{table} as select 1 as total_rows, 'default' as database, 'planted' as name")
    run(f"insert into system.{table} select * from system.{table}")
run("create database if not exists planted")
run("create database if not exists `a``b'c`")
run("create table `a``b'c`.`d\"e``f` (`g``h` Int8, `{n:Int8}` Int8) engine = MergeTree order by tuple()")
run("create table planted.odd (s String, d DateTime64(9), f Float64, n Nullable(Nothing), e Array(Array(String)), j JSON) engine = MergeTree order by tuple()")
run("create table planted.bytes (s String, f FixedString(3)) engine = MergeTree order by tuple()")
run("insert into planted.bytes select unhex('fffe00c3'), unhex('ff00')")
run("insert into planted.odd (s, d, f) values (unhex('ff'), '2299-12-31 23:59:59', nan)")
run("create materialized view planted.trap engine = MergeTree order by tuple() as select throwIf(1) as n from system.query_log")
run("create view planted.bomb as select throwIf(1) as n")
run("create view planted.endless as select sleepEachRow(3) as n from system.numbers")
run("create table planted.gone as remote('127.0.0.1:1', 'a', 'b')")
run("create table planted.elsewhere (n Int8) engine = PostgreSQL('127.0.0.1:1', 'a', 'b', 'c', 'd')")
run("create table planted.away (n Int8) engine = URL('http://127.0.0.1:1/', CSV)")
run("create table planted.queue (n Int8) engine = Kafka settings kafka_broker_list = '127.0.0.1:1', kafka_topic_list = 'x', kafka_group_name = 'x', kafka_format = 'CSV'")
run("create materialized view planted.pump engine = MergeTree order by n as select n from planted.queue")
run("create table planted.loop as merge('planted', '.*')")
run("create dictionary planted.words (id UInt64, w String) primary key id source(http(url 'http://127.0.0.1:1/' format 'CSV')) layout(flat()) lifetime(min 1 max 1)")
run("create database planted_elsewhere engine = PostgreSQL('127.0.0.1:1', 'a', 'b', 'c')")
for number in range(40):
    run(f"create table planted.t{number} (n Int8) engine = Memory")
PY
exit 0

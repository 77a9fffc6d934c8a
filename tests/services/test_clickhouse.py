"""ClickHouse from the chdb-core wheel; this use is undocumented, so the tests try everything that tasks need."""

from __future__ import annotations

import importlib.metadata
import socket
import time
import tomllib
from pathlib import Path

import pytest
from tests.live import Live, Running, in_new, in_place, python

from headwater.errors import QueryError, UserError
from headwater.leaks._services import service_pieces
from headwater.sandbox import run_in_cell
from headwater.services import SERVICES, Message, Placement
from headwater.services.clickhouse import ADMIN, ClickHouse

PIN = "26.9.0"


def execute(running: Running, script: str) -> None:
    running.stack.clickhouse.execute(script)


def query(running: Running, sql: str) -> list[tuple[object, ...]]:
    return running.stack.clickhouse.query(sql)


def as_app(running: Running, sql: str, env: dict[str, str] | None = None) -> tuple[int, str]:
    """Send a query over HTTP as the agent, using only the agent's environment."""
    url = "$CLICKHOUSE_URL/?user=$CLICKHOUSE_USER&password=$CLICKHOUSE_PASSWORD"
    command = f'curl -sS --fail-with-body "{url}" --data-binary @- <<"SQL"\n{sql}\nSQL'
    done = running.as_agent(command, env)
    return done.exit_code, (done.stdout + done.stderr).strip()


def test_the_wheel_is_the_one_that_was_tried() -> None:
    pyproject = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())
    assert f"chdb-core=={PIN}" in pyproject["project"]["optional-dependencies"]["pipelines"]
    assert importlib.metadata.version("chdb-core") == PIN
    assert SERVICES["clickhouse"].version == f"chdb-core {PIN}"


def test_the_server_is_the_real_engine_of_that_version(services: Live[Running]) -> None:
    [(version,)] = services(query, "select version()")
    assert str(version).startswith("26.9.")


def test_agents_reach_it_over_http(services: Live[Running]) -> None:
    assert services(as_app, "select currentUser(), 6 * 7") == (0, "app\t42")


def test_answers_are_compressed_with_lz4_which_every_client_reads(services: Live[Running]) -> None:
    code = """
import os, requests
answer = requests.post(os.environ["CLICKHOUSE_URL"], "select number from numbers(9) format Native",
    params={"compress": 1}, auth=(os.environ["CLICKHOUSE_USER"], os.environ["CLICKHOUSE_PASSWORD"]))
print(hex(answer.content[16]))  # after the checksum: the method
"""
    assert services(python, code) == "0x82"


def test_clickhouse_connect_uses_the_environment(services: Live[Running]) -> None:
    code = """
import os, clickhouse_connect
client = clickhouse_connect.get_client(
    host=os.environ["CLICKHOUSE_HOST"], port=int(os.environ["CLICKHOUSE_PORT"]),
    username=os.environ["CLICKHOUSE_USER"], password=os.environ["CLICKHOUSE_PASSWORD"])
client.command("create table default.from_agent (id UInt32, name String) engine = MergeTree order by id")
client.insert("default.from_agent", [[1, "a"], [2, "b"]], column_names=["id", "name"])
print(client.query("select sum(id), groupArray(name) from default.from_agent").result_rows)
"""
    assert services(python, code) == "[(3, ['a', 'b'])]"


def native_hello(running: Running) -> bytes:
    """Log in over the native protocol as the agent, and return the server's answer.

    The handshake uses the oldest supported revision, so that no driver has to be installed.
    """
    variables = running.stack.variables

    def text(value: str) -> bytes:
        return bytes([len(value)]) + value.encode()

    def number(value: int) -> bytes:
        out = b""
        while value > 0x7F:
            out += bytes([value & 0x7F | 0x80])
            value >>= 7
        return out + bytes([value])

    old_revision = 50264
    hello = bytes([0]) + text("test") + bytes([1, 1]) + number(old_revision) + text("")
    hello += text(variables["CLICKHOUSE_USER"]) + text(variables["CLICKHOUSE_PASSWORD"])
    with running.stack.network:
        connection = socket.create_connection(("127.0.0.1", int(variables["CLICKHOUSE_NATIVE_PORT"])), 10)
    with connection:
        connection.settimeout(10)
        connection.sendall(hello)
        return connection.recv(4096)


def test_the_native_port_answers_a_hello(services: Live[Running]) -> None:
    answer = services(native_hello)
    assert answer[0] == 0, answer  # a hello; 2 would be an exception, for example about a refused login
    assert b"ClickHouse" in answer


def test_merge_tree_views_mutations_and_ttl(services: Live[Running]) -> None:
    services(
        execute,
        """
        create database shop;
        create table shop.orders (id UInt64, day Date, amount Decimal(10, 2), note LowCardinality(String))
            engine = MergeTree partition by toYYYYMM(day) order by id ttl day + interval 100 year;
        create table shop.daily (day Date, amount SimpleAggregateFunction(sum, Decimal(38, 2)))
            engine = AggregatingMergeTree order by day;
        create materialized view shop.to_daily to shop.daily
            as select day, sum(amount) as amount from shop.orders group by day;
        insert into shop.orders select number, toDate('2025-01-01') + number % 60, 1.5, 'x' from numbers(6000);
        alter table shop.orders update amount = 2 where id < 10 settings mutations_sync = 1;
        alter table shop.orders drop partition 202502;
        optimize table shop.orders final;
        """,
    )
    assert services(query, "select sum(amount) from shop.daily") == [(9000,)]
    assert services(query, "select count(), toFloat64(sum(amount)) from shop.orders") == [(3200, 3200 * 1.5 + 10 * 0.5)]
    parts = "select uniqExact(partition), count() from system.parts where table = 'orders' and active and rows > 0"
    assert services(query, parts) == [(2, 2)]


def test_the_query_log_has_the_user_of_each_query(services: Live[Running]) -> None:
    assert services(as_app, "select 'find me in the log'")[0] == 0
    services(execute, "system flush logs;")
    request = "select distinct user from system.query_log where query like 'select \\'find me in the log\\'%'"
    assert services(query, request) == [("app",)]


def places_of(running: Running, word: str) -> list[str]:
    return [piece.where for piece in service_pieces(running.stack, ["clickhouse"], [word]) if word in str(piece.data)]


def test_a_search_of_all_texts_does_not_find_itself_in_the_query_log(services: Live[Running]) -> None:
    assert services(places_of, "aubergine") == []
    services(execute, "system flush logs;")  # ClickHouse itself flushes every second
    assert services(places_of, "aubergine") == []


@pytest.mark.parametrize(
    "ddl",
    [
        *(
            f"create table default.made (id UInt64, sign Int8, version UInt8) engine = {engine} order by id"
            for engine in (
                "MergeTree",
                "ReplacingMergeTree",
                "SummingMergeTree",
                "AggregatingMergeTree",
                "CollapsingMergeTree(sign)",
                "VersionedCollapsingMergeTree(sign, version)",
                "CoalescingMergeTree",
            )
        ),
        *(f"create table default.made (id UInt64) engine = {engine}" for engine in ("Log", "Memory", "Null")),
        "create table default.made (id UInt64) engine = Buffer(default, target, 1, 1, 1, 1, 1, 1, 1)",
        "create view default.made as select 1 as id",
        "create materialized view default.made engine = MergeTree order by id as select 1 as id from system.one",
        "create materialized view default.made refresh every 1 hour engine = MergeTree order by id as select 1 as id",
        "create table default.made (id UInt64) engine = PostgreSQL('127.0.0.1:5432', 'app', 't', 'app', 'pipeline')",
        "create table default.made (id UInt64) engine = Kafka settings kafka_broker_list = '127.0.0.1:9092', "
        "kafka_topic_list = 'made', kafka_group_name = 'made', kafka_format = 'JSONEachRow'",
    ],
)
def test_agents_may_build_what_a_pipeline_needs(services: Live[Running], ddl: str) -> None:
    kind = "view" if " view " in ddl else "table"
    assert services(as_app, ddl) == (0, "")
    assert services(as_app, f"drop {kind} default.made sync") == (0, "")


def test_the_databases_are_those_of_an_ordinary_server(services: Live[Running]) -> None:
    code, answer = services(as_app, "select name from system.databases where engine != 'Atomic' or name = 'default'")
    assert (code, sorted(answer.split())) == (0, ["INFORMATION_SCHEMA", "default", "information_schema", "system"])
    assert services(as_app, "select currentDatabase()") == (0, "default")


def test_agents_may_make_databases_and_change_tables(services: Live[Running]) -> None:
    for sql in (
        "create database mart",
        "create table mart.t (id UInt64) engine = MergeTree order by id",
        "insert into mart.t select number from numbers(100)",
        "alter table mart.t add column name String default 'x'",
        "alter table mart.t delete where id > 9 settings mutations_sync = 1",
        "create table mart.u as mart.t",
        "exchange tables mart.t and mart.u",
        "rename table mart.u to mart.v",
        "optimize table mart.v final",
        "explain indexes = 1 select * from mart.v where id = 3",
    ):
        code, answer = services(as_app, sql)
        assert code == 0, answer
    assert services(as_app, "select count(), any(name) from mart.v") == (0, "10\tx")


def fill_postgres(running: Running) -> None:
    running.stack.postgres.app.execute(
        "create table public.people (id int, name text); insert into people values (1, 'ada'), (2, 'bo')"
    )


def test_the_agent_can_read_postgres_through_clickhouse(services: Live[Running]) -> None:
    services(fill_postgres)
    sql = "select id, name from postgresql('127.0.0.1:5432', 'app', 'people', 'app', 'pipeline') order by id"
    assert services(as_app, sql) == (0, "1\tada\n2\tbo")


def through_kafka(running: Running, rows: int) -> list[tuple[object, ...]]:
    kafka, clickhouse = running.stack.kafka, running.stack.clickhouse
    kafka.create_topic("clicks", partitions=2)
    kafka.produce("clicks", [Message(f'{{"id": {n}}}'.encode(), key=str(n).encode()) for n in range(rows)])
    clickhouse.execute(
        """
        create table default.clicks_in (id UInt64) engine = Kafka
            settings kafka_broker_list = '127.0.0.1:9092', kafka_topic_list = 'clicks', kafka_group_name = 'loader',
                     kafka_format = 'JSONEachRow';
        create table default.clicks (id UInt64) engine = MergeTree order by id;
        create materialized view default.clicks_mv to default.clicks as select id from default.clicks_in;
        """
    )
    deadline = time.monotonic() + 120
    while clickhouse.scalar("select count() from default.clicks") < rows and time.monotonic() < deadline:
        time.sleep(0.05)
    found = clickhouse.query("select count(), uniqExact(id), sum(id) from default.clicks")
    clickhouse.execute("drop table default.clicks_mv sync;\ndrop table default.clicks_in sync;")
    committed = sum(kafka.committed("loader", "clicks").values())
    return [*found, (committed,)]


def test_the_kafka_engine_reads_a_topic_and_commits(services: Live[Running]) -> None:
    # After a plain `import chdb`, this table reports "Shutdown was called", and its remains prevent a server start.
    assert services(through_kafka, 3000) == [(3000, 3000, 2999 * 3000 // 2), (3000,)]


@pytest.mark.parametrize(
    "sql",
    [
        "select * from file('/etc/passwd', 'LineAsString')",
        "select * from file('users.xml', 'LineAsString')",
        "insert into function file('/tmp/owned.csv', 'CSV', 'a Int8') values (1)",
        "select * from executable('id', 'TSV', 'a String')",
        "create table default.x (a String) engine = File(LineAsString, '/etc/passwd')",
        "create table default.x (a String) engine = Executable('id', TSV)",
        "create table default.x (a String) engine = EmbeddedRocksDB(0, '/tmp/owned') primary key a",
        "create table default.x (a String) engine = SQLite('/etc/passwd', 't')",
        "create table default.x (a String) engine = FileLog('/etc', 'LineAsString')",
        "create database x engine = Filesystem('/etc')",
        "create database x engine = SQLite('/tmp/x')",
        "backup database default to File('/tmp/owned')",
        # With the wheel's default configuration, reading a dictionary could run any command as the service's user.
        "create dictionary default.x (a String) primary key a "
        "source(executable(command 'id' format 'LineAsString')) layout(complex_key_hashed()) lifetime(1)",
        "create dictionary default.x (a String) primary key a "
        "source(file(path '/etc/passwd' format 'LineAsString')) layout(complex_key_hashed()) lifetime(1)",
        "create database x engine = Backup('default', File('/tmp'))",
        "attach table default.x from '/etc' (a String) engine = MergeTree order by a",
        "select * from url('file:///etc/passwd', 'LineAsString')",
        "select * from icebergLocal('/etc')",
        "select * from deltaLakeLocal('/etc')",
        "select * from sqlite('/etc/passwd', 't')",
        "select * from remote('127.0.0.1:9000', file('/etc/passwd', 'LineAsString'), 'app', 'pipeline')",
        "select * from remote('127.0.0.1:9000', system.users, 'headwater', 'pipeline')",
        "select * from `/etc/passwd`",
        "select * from default.`/etc/passwd`",
        "system shutdown",
        "system kill",
        "system stop listen http",
        "system start listen mysql",
        "create user boss",
        "grant all on *.* to app",
        "grant file on *.* to app",
        "select * from s3('http://127.0.0.1:9/bucket/x.csv', 'CSV', 'a String')",
    ],
)
def test_agents_cannot_leave_the_database(services: Live[Running], sql: str) -> None:
    code, answer = services(as_app, sql)
    assert code != 0, answer
    assert any(reason in answer for reason in ("ACCESS_DENIED", "UNKNOWN_TABLE", "AUTHENTICATION_FAILED")), answer


@pytest.mark.parametrize(
    ("user", "password"), [(ADMIN, ""), (ADMIN, "pipeline"), ("app", "guessed"), ("app", ""), ("boss", "")]
)
def test_no_other_role_can_log_in(services: Live[Running], user: str, password: str) -> None:
    code, answer = services(as_app, "select 1", {"CLICKHOUSE_USER": user, "CLICKHOUSE_PASSWORD": password})
    assert code != 0
    assert "AUTHENTICATION_FAILED" in answer


@pytest.mark.parametrize(
    "sql",
    ["select * from system.users", "create table default.x (a Int8) engine = Log", "select 1 from default.from_agent"],
)
def test_the_launchers_account_can_do_nothing(services: Live[Running], sql: str) -> None:
    code, answer = services(as_app, sql, {"CLICKHOUSE_USER": "default", "CLICKHOUSE_PASSWORD": ""})
    assert code != 0
    assert "ACCESS_DENIED" in answer or "UNKNOWN_TABLE" in answer


def admins_password(_: Running) -> str:
    # The run directory is at a path that only the grading process can reach.
    [path] = Path("/").glob(f"*/memory-*.{ADMIN}")
    password = path.read_text()
    assert path.stat().st_uid == 0
    return password


def test_gradings_password_is_in_no_view_of_the_agent(services: Live[Running]) -> None:
    password = services(admins_password)
    assert len(password) == 48
    places = "/tmp /run /var /etc /home /workspace /mnt /media /srv /opt/engine"
    search = f"env; cat /proc/[0-9]*/environ /proc/[0-9]*/cmdline 2>/dev/null; grep -rs . {places}"
    assert password not in services(agents_output, search)


def agents_output(running: Running, command: str) -> str:
    return running.as_agent(command).stdout


def fill(running: Running) -> None:
    running.stack.clickhouse.execute(
        "create table default.kept (id UInt64) engine = MergeTree order by id;\n"
        "insert into default.kept select number from numbers(100000);"
    )


def table_totals(running: Running) -> list[tuple[object, ...]]:
    return running.stack.clickhouse.query("select count(), sum(id) from default.kept")


def test_a_stop_keeps_everything(tmp_path: Path) -> None:
    run_in_cell(in_new, tmp_path, ["clickhouse"], fill)
    assert run_in_cell(in_place, tmp_path, ["clickhouse"], table_totals) == [(100_000, 99_999 * 50_000)]


def test_a_missing_program_is_a_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEADWATER_CLICKHOUSE", "/nowhere/clickhouse")
    with pytest.raises(UserError, match="HEADWATER_CLICKHOUSE=/nowhere/clickhouse: no such program"):
        _ = ClickHouse().version


def test_variables_follow_the_placement() -> None:
    variables = ClickHouse().variables(Placement(9323, "hush"))
    assert variables["CLICKHOUSE_URL"] == "http://127.0.0.1:9323"
    assert (variables["CLICKHOUSE_PORT"], variables["CLICKHOUSE_NATIVE_PORT"]) == ("9323", "10200")
    assert variables["CLICKHOUSE_PASSWORD"] == "hush"


def test_a_password_of_markup_is_only_a_password(tmp_path: Path) -> None:
    run = tmp_path / "run"
    run.mkdir()
    ClickHouse().launch(Placement(8123, "</password><grants>&"), run)
    assert "&lt;/password&gt;&lt;grants&gt;&amp;" in (run / "users.xml").read_text()


def refused(running: Running, sql: str) -> str:
    try:
        running.stack.clickhouse.query(sql)
    except QueryError as error:
        return str(error)
    return "answered"


def test_administrators_may_do_what_checks_need(services: Live[Running]) -> None:
    assert services(refused, "select count() from system.users") == "answered"

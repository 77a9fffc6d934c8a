"""Several services together: layers, a second placement, and the message of a service that cannot start."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.live import Live, Running, fresh_folder, python, services_on

from headwater.errors import InfraError, UserError
from headwater.grading import Tooling
from headwater.records import ServiceName
from headwater.sandbox import Emit, Layers, User, change_owner, open_sandbox, run_in_cell
from headwater.services import SERVICES, Message, Stack, mount_data

ALL = list(SERVICES)


def fingerprint(folder: Path) -> dict[str, tuple[int, int, int]]:
    """Return the mode, size and modification time of everything below a folder."""
    return {
        str(path.relative_to(folder)): (status.st_mode, status.st_size, status.st_mtime_ns)
        for path in sorted(folder.rglob("*"))
        for status in [path.lstat()]
    }


def write_everywhere(running: Running) -> None:
    stack = running.stack
    stack.postgres.app.execute("create table layered as select generate_series(1, 10000) as id")
    stack.clickhouse.execute(
        "create table default.layered (id UInt64) engine = MergeTree order by id;\n"
        "insert into default.layered select number from numbers(10000);"
    )
    stack.kafka.create_topic("layered", 2)
    stack.kafka.produce("layered", [Message(str(n).encode()) for n in range(1000)])


def written(stack: Stack) -> tuple[int, int, int]:
    return (
        stack.postgres.scalar("select count(*) from layered"),
        stack.clickhouse.scalar("select count() from default.layered"),
        len(stack.kafka.messages("layered")),
    )


def on_layers(emit: Emit, empty: dict[ServiceName, Path], uppers: Path, again: Path) -> tuple[int, int, int]:  # noqa: ARG001
    """Start services on the upper layers of an earlier start."""
    sandbox = open_sandbox([uppers, again, *empty.values()])
    data = mount_data(sandbox, {name: (uppers / name, path) for name, path in empty.items()}, again, again / "logs")
    with Stack(sandbox, data, again / "logs") as stack:
        counts = written(stack)
    sandbox.close()
    return counts


def write_and_stop(emit: Emit, empty: dict[ServiceName, Path], folder: Path, tooling: Tooling) -> None:  # noqa: ARG001
    with services_on(folder, empty, tooling) as running:
        write_everywhere(running)


def test_changes_go_to_the_upper_layer_and_start_again_from_there(
    empty_services: dict[ServiceName, Path], tooling: Tooling, tmp_path: Path
) -> None:
    before = {name: fingerprint(path) for name, path in empty_services.items()}
    run_in_cell(write_and_stop, empty_services, tmp_path / "one", tooling)
    counts = run_in_cell(on_layers, empty_services, tmp_path / "one/upper", tmp_path / "two")
    assert counts == (10_000, 10_000, 1000)
    assert {name: fingerprint(path) for name, path in empty_services.items()} == before


SEEDED = """
create table default.kept (id UInt64, part UInt8, value UInt64) engine = MergeTree partition by part order by id
settings old_parts_lifetime = 1;
insert into default.kept select number, number % 4, number from numbers(40000);
create table default.dropped as default.kept;
insert into default.dropped select * from default.kept;
"""
RENAMES_FOLDERS = """
drop table default.dropped sync;
alter table default.kept detach partition 0;
alter table default.kept drop partition 1;
alter table default.kept update value = value + 1 where part = 2 settings mutations_sync = 1;
optimize table default.kept final;
"""
COUNTS = "select count(), countIf(part = 3), sumIf(value, part = 2) from default.kept"


def folders_of_parts(emit: Emit, layers: tuple[Path, ...], upper: Path, sql: str) -> tuple[int, ...]:  # noqa: ARG001
    """Run SQL on a server over layers, and return the table's content afterwards."""
    sandbox = open_sandbox([*layers, upper])
    with Stack(sandbox, mount_data(sandbox, {"clickhouse": layers}, upper, upper / "logs"), upper / "logs") as stack:
        stack.clickhouse.execute(sql)
        counts = tuple(int(count) for count in stack.clickhouse.query(COUNTS)[0])
    sandbox.close()
    return counts


def test_clickhouse_can_rename_the_folders_of_a_layer_below(
    empty_services: dict[ServiceName, Path], tmp_path: Path
) -> None:
    seed, trial, grading = (tmp_path / name for name in ("seed", "trial", "grading"))
    layers = (empty_services["clickhouse"],)
    assert run_in_cell(folders_of_parts, layers, seed, SEEDED, timeout_sec=400) == (40_000, 10_000, 200_000_000)
    layers = (seed / "clickhouse", *layers)
    before = fingerprint(layers[0])
    counts = run_in_cell(folders_of_parts, layers, trial, RENAMES_FOLDERS, timeout_sec=400)
    assert counts == (20_000, 10_000, 200_010_000)
    assert fingerprint(layers[0]) == before
    attach = "alter table default.kept attach partition 0;\ndrop table default.kept;\nundrop table default.kept;"
    again = run_in_cell(folders_of_parts, (trial / "clickhouse", *layers), grading, attach, timeout_sec=400)
    assert again == (30_000, 10_000, 200_010_000)


def replication_slots(_: Emit, layers: tuple[Path, ...], upper: Path, sql: str) -> list[str]:
    """Run SQL on Postgres with these layers, and return the names of the replication slots."""
    sandbox = open_sandbox([*layers, upper])
    with Stack(sandbox, mount_data(sandbox, {"postgres": layers}, upper, upper / "logs"), upper / "logs") as stack:
        stack.postgres.administrator.execute(sql)
        names = [name for (name,) in stack.postgres.query("select slot_name from pg_replication_slots order by 1")]
    sandbox.close()
    return names


def test_postgres_can_drop_a_replication_slot_of_a_layer_below(
    empty_services: dict[ServiceName, Path], tmp_path: Path
) -> None:
    layers: tuple[Path, ...] = (empty_services["postgres"],)
    slots = []
    for folder, sql in {
        "seed": "select pg_create_logical_replication_slot(name, 'pgoutput') from (values ('kept'), ('gone')) _ (name)",
        "trial": "select pg_drop_replication_slot('gone')",
        "grading": "select pg_create_logical_replication_slot('gone', 'pgoutput')",
        "again": "select pg_drop_replication_slot('kept')",
    }.items():
        before = fingerprint(layers[0])
        slots.append(run_in_cell(replication_slots, layers, tmp_path / folder, sql, timeout_sec=400))
        assert fingerprint(layers[0]) == before
        layers = (tmp_path / folder / "postgres", *layers)
    assert slots == [["gone", "kept"], ["kept"], ["gone", "kept"], ["gone"]]


@pytest.fixture(scope="module")
def moved(empty_services: dict[ServiceName, Path], tooling: Tooling) -> Iterator[Live[Running]]:
    """Start the same services on other ports with another password, as grading does."""
    live: Live[Running] = Live(services_on, empty_services, tooling, 1200, "moved-elsewhere")
    yield live
    live.close()


def test_code_that_follows_its_environment_works_elsewhere(moved: Live[Running]) -> None:
    code = """
import os, psycopg, clickhouse_connect
from confluent_kafka.admin import AdminClient
print(psycopg.connect("").execute("select inet_server_port()").fetchone()[0])
client = clickhouse_connect.get_client(
    host=os.environ["CLICKHOUSE_HOST"], port=int(os.environ["CLICKHOUSE_PORT"]),
    username=os.environ["CLICKHOUSE_USER"], password=os.environ["CLICKHOUSE_PASSWORD"])
print(client.command("select currentUser()"), os.environ["CLICKHOUSE_PORT"])
brokers = AdminClient({"bootstrap.servers": os.environ["KAFKA_BOOTSTRAP_SERVERS"]}).list_topics(timeout=5).brokers
print([str(broker) for broker in brokers.values()])
"""
    assert moved(python, code).splitlines()[:2] == ["6632", "app 9323"]
    assert "127.0.0.1:10292" in moved(python, code)


def connects(running: Running, host_port: str) -> bool:
    host, port = host_port.split(":")
    done = running.run(["bash", "-c", f"exec 3<>/dev/tcp/{host}/{port}"])
    assert done.exit_code == 0 or "/dev/tcp" in done.stderr, done.stderr
    return done.exit_code == 0


@pytest.mark.parametrize("port", [5432, 8123, 9000, 9092])
def test_nothing_listens_at_the_former_port(moved: Live[Running], services: Live[Running], port: int) -> None:
    assert not moved(connects, f"127.0.0.1:{port}")
    assert services(connects, f"127.0.0.1:{port}")


def test_the_old_password_is_refused_elsewhere(moved: Live[Running]) -> None:
    assert moved(old_password_at_postgres) != 0
    assert "AUTHENTICATION_FAILED" in moved(old_password_at_clickhouse)


def old_password_at_postgres(running: Running) -> int:
    return running.run(["psql", "-Xc", "select 1"], {"PGPASSWORD": "pipeline"}).exit_code


def old_password_at_clickhouse(running: Running) -> str:
    return running.as_agent('curl -s "$CLICKHOUSE_URL/?user=app&password=pipeline&query=select+1"').stdout


def test_clients_of_grading_use_the_other_placement(moved: Live[Running]) -> None:
    assert moved(answers) == (1, 1, {})


def answers(running: Running) -> tuple[int, int, dict[str, int]]:
    stack = running.stack
    return stack.postgres.scalar("select 1"), stack.clickhouse.scalar("select 1"), stack.kafka.topics()


@pytest.mark.parametrize("target", ["127.0.0.1:22", "10.0.0.1:80"])
def test_agents_reach_nothing_but_the_services(services: Live[Running], target: str) -> None:
    assert not services(connects, target)


def starts_on_broken_data(emit: Emit, folder: Path, name: ServiceName) -> None:
    sandbox = open_sandbox([folder])
    data = folder / name
    data.mkdir()
    (data / "data").write_text("a file where a folder should be")
    (data / "PG_VERSION").write_text("9.1\n")
    (data / "kafka").write_text("a file where a folder should be")
    for path in (data, *data.iterdir()):
        change_owner(path, User.SERVICE)
    data.chmod(0o700)
    started = time.monotonic()
    try:
        with Stack(sandbox, {name: data}, folder / "logs"):
            pass
    finally:
        emit(time.monotonic() - started)


def test_a_postgres_that_cannot_start_is_an_infra_fault_with_the_end_of_its_log(tmp_path: Path) -> None:
    seconds: list[float] = []
    with pytest.raises(InfraError) as fault:
        run_in_cell(starts_on_broken_data, tmp_path, "postgres", on_event=seconds.append)
    assert "postgres ended while starting; its log ends:" in str(fault.value)
    assert "database files are incompatible" in str(fault.value) or "postgresql.conf" in str(fault.value)
    assert seconds[0] < 10


def test_a_clickhouse_that_cannot_start_is_an_infra_fault_with_the_end_of_its_log(tmp_path: Path) -> None:
    with pytest.raises(InfraError, match=r"clickhouse ended while starting; its log ends:\n  .*File exists"):
        run_in_cell(starts_on_broken_data, tmp_path, "clickhouse")


def kill_a_service(running: Running, name: str) -> str:
    """Kill a service from outside, which an agent cannot do, and return the resulting error."""
    [found] = [one for one in running.stack._running if one.service.name == name]
    running.stack.require_alive()
    found.process.kill()
    try:
        running.stack.require_alive()
    except InfraError as error:
        return str(error)
    return "alive"


def stack_without(running: Running, name: str) -> str:
    try:
        getattr(running.stack, name)
    except UserError as error:
        return str(error)
    return "there"


def test_a_dead_service_is_distinguished_from_a_running_one(
    empty_services: dict[ServiceName, Path], tooling: Tooling
) -> None:
    only = {"kafka": empty_services["kafka"]}
    live: Live[Running] = Live(services_on, only, tooling)
    try:
        assert live(stack_without, "postgres").startswith("the task declares no service postgres; add it")
        assert live(kill_a_service, "kafka").startswith("kafka died; its log")
    finally:
        live.close()


def three_at_once(emit: Emit, empty: dict[ServiceName, Path], folder: Path) -> list[int]:  # noqa: ARG001
    """Start three stacks on the same standard ports in one cell, as grading does."""
    sandbox = open_sandbox([folder, *empty.values()])
    stacks = []
    for number in range(3):
        upper = fresh_folder(folder, str(number))
        data = {"postgres": sandbox.mount(Layers((empty["postgres"],), upper / "postgres"))}
        stacks.append(Stack(sandbox, data, upper / "logs"))
    for number, stack in enumerate(stacks):
        stack.start()
        stack.postgres.execute(f"create table mine as select {number} as id")
    found = [int(stack.postgres.scalar("select id from mine")) for stack in stacks]
    for stack in stacks:
        stack.stop()
    sandbox.close()
    return found


def test_stacks_side_by_side_do_not_meet(empty_services: dict[ServiceName, Path], tmp_path: Path) -> None:
    assert run_in_cell(three_at_once, empty_services, tmp_path) == [0, 1, 2]


def agents_ids(running: Running) -> tuple[str, str]:
    done = running.as_agent("id -u; id -un")
    assert done.exit_code == 0, done.stderr
    ids = done.stdout
    # These pids are in another pid namespace, which does not contain the services.
    processes = running.as_agent("ls /proc | grep -c '^[0-9]'").stdout
    return ids.replace("\n", " ").strip(), processes.strip()


def test_agents_share_neither_user_nor_processes_with_services(services: Live[Running]) -> None:
    ids, processes = services(agents_ids)
    assert ids == f"{int(User.AGENT)} agent"
    assert int(processes) < 8
    assert os.getpid() > 1

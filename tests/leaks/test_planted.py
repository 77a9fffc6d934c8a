"""A solution planted anywhere in a real starting state is found there, and nowhere else."""

from __future__ import annotations

import gzip
import os
import shutil
import sqlite3
import subprocess
import tarfile
import zipfile
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import duckdb
import msgspec
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import zstandard
from tests.leaks.planted import GOLD, LINE, SPREAD, plan_of, search, start, with_environment, write_task

from headwater.leaks import ScanPlan

Plant = Callable[[Path], str]
"""Plants the solution somewhere in a workspace and returns the name of that place."""
FILLER = "x" * 5000


@pytest.fixture(scope="module")
def clean(tmp_path_factory: pytest.TempPathFactory) -> ScanPlan:
    """The plan of a search of the starting state as built."""
    folder = tmp_path_factory.mktemp("leaks")
    task = write_task(folder / "task")
    return plan_of(task, start(task, folder / "start"), folder / "scratch")


@pytest.fixture
def plan(clean: ScanPlan, tmp_path: Path) -> ScanPlan:
    """The plan of a search of a copy of the state."""
    workspace = tmp_path / "workspace"
    subprocess.run(["cp", "-a", clean.layers.workspace[0], workspace], check=True)
    return replace(clean, layers=replace(clean.layers, workspace=(workspace,)), scratch=tmp_path / "scratch")


def hidden_file(workspace: Path) -> str:
    (workspace / ".cache").mkdir()
    (workspace / ".cache" / "x").write_text(f"{FILLER}\n{SPREAD}\n")
    return "/workspace/.cache/x, byte"


def duckdb_free_page(workspace: Path) -> str:
    with closing(duckdb.connect(workspace / "shop.duckdb")) as connection:
        connection.execute("create table kept as select range as n from range(100000)")
        connection.execute(f"create view gone as select $${LINE}$$ as code")
        connection.execute("checkpoint")
        connection.execute("drop view gone")
        connection.execute("create table more as select range as n from range(100000)")
        connection.execute("checkpoint")
    return "/workspace/shop.duckdb, byte"


def duckdb_wal(workspace: Path) -> str:
    with closing(duckdb.connect(workspace / "shop.duckdb")) as connection:
        connection.execute("pragma disable_checkpoint_on_shutdown")
        connection.execute("create table code (line varchar)")
        connection.execute("insert into code values (?)", [LINE])
    assert (workspace / "shop.duckdb.wal").stat().st_size
    (workspace / "shop.duckdb").unlink()
    return "/workspace/shop.duckdb.wal, byte"


def duckdb_strings(workspace: Path) -> str:
    with closing(duckdb.connect(workspace / "shop.duckdb")) as connection:
        connection.execute("create table code as select repeat('abcdefgh', 5) || range as line from range(50000)")
        connection.execute("insert into code values (?)", [f"{'abcdefgh' * 5}\n{LINE}"])
    assert b"keep_latest" not in (workspace / "shop.duckdb").read_bytes()  # the engine compresses the text
    return '/workspace/shop.duckdb (column line of "searched"."main"."code")'


def sqlite_free_page(workspace: Path) -> str:
    with closing(sqlite3.connect(workspace / "cache.db")) as connection:
        connection.execute("pragma secure_delete = off")
        connection.execute("create table code (line text)")
        connection.executemany("insert into code values (?)", [[f"{SPREAD}{FILLER}"]] * 3)
        connection.commit()
        connection.execute("drop table code")
        connection.commit()
        assert connection.execute("pragma freelist_count").fetchone()[0] > 1
    return "/workspace/cache.db, byte"


def extended_attribute(workspace: Path) -> str:
    os.setxattr(workspace / "load.py", "user.note", LINE.encode())
    return "the extended attribute user.note of /workspace/load.py"


def odd_time(workspace: Path) -> str:
    os.utime(workspace / "load.py", (1_760_000_000, 1_760_000_000))
    return "/workspace/load.py: its time is that of no other file"


def gzip_file(workspace: Path) -> str:
    (workspace / "notes").write_bytes(b"\0" * 100 + gzip.compress(SPREAD.encode()))
    return "/workspace/notes (gzip at byte 100)"


def zip_member(workspace: Path) -> str:
    with zipfile.ZipFile(workspace / "old.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("readme", FILLER)
        archive.writestr("load.py", LINE)
    return "/workspace/old.zip (zip at byte"


def tar_in_zstd(workspace: Path) -> str:
    (workspace / "x").write_text(LINE)
    with tarfile.open(workspace / "x.tar.gz", "w:gz") as archive:
        archive.add(workspace / "x", "x")
    packed = zstandard.compress((workspace / "x.tar.gz").read_bytes())
    for name in ("x", "x.tar.gz"):
        (workspace / name).unlink()
    (workspace / "backup").write_bytes(packed)
    return "/workspace/backup (zstd at byte 0, gzip at byte 0)"


def parse_cache(workspace: Path) -> str:
    cached = msgspec.json.encode({"nodes": {"load": {"raw_code": f"{FILLER}\n\t{LINE}\nprint()"}}}).decode()
    (workspace / "parse.msgpack").write_bytes(msgspec.msgpack.encode({"files": [cached]}))
    return "/workspace/parse.msgpack, byte"


def git_object(workspace: Path) -> str:
    git = ["git", "-C", str(workspace), "-c", "user.name=x", "-c", "user.email=x", "-c", "safe.directory=*"]
    (workspace / "gone.py").write_text(LINE)
    for command in (["init", "-q"], ["add", "gone.py"], ["commit", "-qm", "x"], ["rm", "-qf", "gone.py"]):
        subprocess.run([*git, *command], check=True, capture_output=True)
    return "/workspace/.git/objects/"


def git_pack(workspace: Path) -> str:
    git_object(workspace)
    git = ["git", "-C", str(workspace), "-c", "safe.directory=*"]
    subprocess.run([*git, "gc", "-q"], check=True, capture_output=True)
    return "/workspace/.git/objects/pack/"


def parquet_column(workspace: Path) -> str:
    pq.write_table(pa.table({"line": [LINE, *(f"{n}" for n in range(1000))]}), workspace / "x", compression="snappy")
    return '/workspace/x (column line of "'


def name_of_a_counterfeit(workspace: Path) -> str:
    (workspace / "log.txt").write_text("tried keep-only-the-first: correct\n")
    return "/workspace/log.txt, byte 6: the counterfeit keep-only-the-first"


def name_of_a_check(workspace: Path) -> str:
    (workspace / "log.txt").write_text("FAILED late_orders_are_kept_once\n")
    return "/workspace/log.txt, byte 7: the check late_orders_are_kept_once"


def gold_value(workspace: Path) -> str:
    (workspace / "expected.json").write_text(f'{{"total": {GOLD}}}')
    return f"/workspace/expected.json, byte 10: a number of checks.py: {GOLD}"


PLANTS: list[Plant] = [
    hidden_file,
    duckdb_free_page,
    duckdb_wal,
    duckdb_strings,
    sqlite_free_page,
    extended_attribute,
    odd_time,
    gzip_file,
    zip_member,
    tar_in_zstd,
    parse_cache,
    git_object,
    git_pack,
    parquet_column,
    name_of_a_counterfeit,
    name_of_a_check,
    gold_value,
]


def test_a_starting_state_reveals_nothing(clean: ScanPlan) -> None:
    assert search(clean) == ()


@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: plant.__name__)
def test_a_planted_solution_is_found_at_its_place_in_the_workspace(plan: ScanPlan, plant: Plant) -> None:
    where = plant(plan.layers.workspace[0])
    found = [str(each) for each in search(plan)]
    assert any(where in each for each in found), found
    assert {each.split("/")[1] for each in found if "/" in each} <= {"workspace"}


def test_the_environment_is_searched(plan: ScanPlan) -> None:
    [found, *_] = search(with_environment(plan, HINT=f"try {LINE}"))
    assert str(found).startswith("the environment variable HINT, byte ")


def test_a_layer_that_a_harness_has_prepared_is_searched(plan: ScanPlan, tmp_path: Path) -> None:
    layer = tmp_path / "layer"
    layer.mkdir()
    (layer / "index").write_bytes(gzip.compress(LINE.encode()))
    [found, *_] = search(replace(plan, folders={"prepared layer tasks/task (harness lineage)": layer}))
    assert found.where == "prepared layer tasks/task (harness lineage)/index (gzip at byte 0)"


SEEDS = {
    "01_postgres.py": f'''
def seed(services):
    services.postgres.execute("create table app_orders (id int); create table app_notes (note text)")
    services.postgres.execute("""comment on table app_orders is $$ {LINE} $$""")
    services.postgres.execute("""insert into app_notes values (repeat('ab', 20000) || chr(10) || $$ {LINE} $$)""")
''',
    "02_clickhouse.py": f'''
def seed(services):
    services.clickhouse.execute("""create table events (id UInt64, note String) engine = MergeTree order by id""")
    services.clickhouse.query("""select '{LINE}' as hint""" )
    services.clickhouse.execute("system flush logs")  # as it does by itself each second
    services.clickhouse.insert("events", [(n, "a note of no use") for n in range(999)], ["id", "note"])
    services.clickhouse.insert("events", [(1000, """{LINE}""")], ["id", "note"])
''',
    "03_kafka.py": f'''
from headwater.grading import Message

def seed(services):
    services.kafka.create_topic("orders")
    services.kafka.produce("orders", [Message(b"{{}}"), Message(b"""{LINE}""")])
''',
    "04_redis.py": f'''
def seed(services):
    services.service("redis").execute("HSET", "notes", "one", """{LINE}""")
''',
}


def test_answers_of_services_are_searched(tmp_path: Path) -> None:
    task = write_task(tmp_path / "task", seeds=SEEDS)
    found = "\n".join(
        str(each) for each in search(plan_of(task, start(task, tmp_path / "start"), tmp_path / "scratch"))
    )
    shutil.rmtree(tmp_path / "start", ignore_errors=True)
    for where in (
        "Postgres, database app, the comment of ",
        "Postgres, database app, table public.app_notes",
        "ClickHouse, column note of default.events",
        "Kafka, topic orders, offset 1 of partition 0",
        "Redis, database 0, key notes",
    ):
        assert where in found, found
    assert "query_log" not in found  # the queries of seeds are not searched

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from headwater.errors import UserError
from headwater.sandbox import Emit, Layers, User, open_sandbox, remove_tree, run_in_cell
from headwater.services import SERVICES, Stack
from headwater.snapshots import build_start, start_digest
from headwater.tasks import Task, read_task

TOML = """\
id = "small"
title = "Small"
suite = "scratch"
tier = "tier-1"
category = "debugging"
competencies = ["environment-setup"]
starting_state = "broken"
services = {services}
"""
FILES = {
    "instruction.md": "Do.\n",
    "instruction.informed.md": "Do it.\n",
    "checks.py": "",
    "workspace/load.sh": "true\n",
    "workspace/deep/data.csv": "a\n1\n",
    "workspace/empty/.gitkeep": "",
    "solution/solve.sh": "true\n",
}
POSTGRES = "create schema app; create table app.t as select generate_series(1, 1000) as id;"
CLICKHOUSE = (
    "create table default.t (id UInt64) engine = MergeTree order by id;\ninsert into default.t values (1), (2);\n"
)
KAFKA = """\
from headwater.services import Message


def seed(services):
    services.kafka.create_topic("clicks", 2)
    services.kafka.produce("clicks", [Message(str(n).encode()) for n in range(10)])
    assert services.postgres.scalar("select count(*) from app.t") == 1000, "seeds run in order"
"""


def make(folder: Path, services: list[str] | None = None, **seeds: str) -> Task:
    folder = folder / "small"
    seed_files = {f"seed/{name.replace('__', '.')[1:]}": text for name, text in seeds.items()}
    toml = {"task.toml": TOML.format(services=json.dumps(services or []))}
    for name, text in (FILES | toml | seed_files).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return read_task(folder)


def everything(emit: Emit, built: Path, scratch: Path) -> dict[str, Any]:  # noqa: ARG001
    """Return the content of all services in a built state."""
    sandbox = open_sandbox([built, scratch])
    data = {
        name: sandbox.mount(Layers((built / name,), scratch / name)) for name in ("postgres", "clickhouse", "kafka")
    }
    with Stack(sandbox, data, scratch / "logs") as stack:
        found = {
            "owner": stack.postgres.scalar("select tableowner from pg_tables where tablename = 't'"),
            "rows": stack.postgres.scalar("select count(*) from app.t"),
            "analysed": stack.postgres.scalar("select reltuples from pg_class where relname = 't'"),
            "clickhouse": stack.clickhouse.query("select id from default.t order by id"),
            "kafka": len(stack.kafka.messages("clicks")),
        }
    sandbox.close()
    return found


def test_a_starting_state_is_workspace_and_seeded_services(tmp_path: Path) -> None:
    seeds = {"_01_postgres__sql": POSTGRES, "_02_clickhouse__sql": CLICKHOUSE, "_03_clicks__py": KAFKA}
    task = make(tmp_path, ["postgres", "clickhouse", "kafka"], **seeds)
    built = tmp_path / "built"
    built.mkdir()
    messages: list[str] = []
    run_in_cell(build_start, task, built, on_event=messages.append)
    assert messages == [
        f"seeding scratch/small: {name}" for name in ("01_postgres.sql", "02_clickhouse.sql", "03_clicks.py")
    ]

    workspace = {str(path.relative_to(built / "workspace")) for path in (built / "workspace").rglob("*")}
    assert workspace == {"load.sh", "deep", "deep/data.csv", "empty"}  # files that only git needs are omitted
    if os.geteuid() == 0:
        assert {path.stat().st_uid for path in (built / "workspace").rglob("*")} == {User.AGENT}
    assert not (built / "postgres/postmaster.pid").exists()

    found = run_in_cell(everything, built, tmp_path / "scratch")
    assert found == {"owner": "app", "rows": 1000, "analysed": 1000, "clickhouse": [(1,), (2,)], "kafka": 10}
    remove_tree(built)


@pytest.mark.parametrize(
    ("services", "seeds", "message"),
    [
        (["postgres"], {"_01_postgres__sql": "create table t (;"}, r"seed/01_postgres\.sql: syntax error at or near"),
        (
            ["postgres"],
            {"_07_postgres_x__sql": "copy (select 1) to program 'id'"},
            r"07_postgres_x\.sql: permission denied",
        ),
        (
            ["clickhouse"],
            {"_01_clickhouse__sql": "select 1;\nselect nothing;\n"},
            r"seed/01_clickhouse\.sql: .*nothing",
        ),
        (
            ["postgres"],
            {"_01_rows__py": "def seed(services):\n    services.postgres.query('select nothing')\n"},
            r"seed/01_rows\.py: column \"nothing\" does not exist",
        ),
        (
            ["postgres"],
            {"_01_rows__py": "def seed(services):\n    services.kafka\n"},
            r"the task declares no service kafka; add it to services in task\.toml",
        ),
    ],
)
def test_a_seed_that_fails_is_named_in_one_line(
    tmp_path: Path, services: list[str], seeds: dict[str, str], message: str
) -> None:
    built = tmp_path / "built"
    built.mkdir()
    with pytest.raises(UserError, match=message) as failed:
        run_in_cell(build_start, make(tmp_path, services, **seeds), built)
    assert "\n" not in str(failed.value)


@pytest.mark.parametrize("body", ["raise KeyError('day')", "1 / 0", "import nothing_of_that_name"])
def test_a_python_seed_that_raises_is_the_authors_mistake_with_file_and_line(tmp_path: Path, body: str) -> None:
    built = tmp_path / "built"
    built.mkdir()
    task = make(tmp_path, [], _01_rows__py=f"def seed(services):\n    {body}\n")
    with pytest.raises(
        UserError, match=r"seed/01_rows\.py:2: (KeyError|ZeroDivisionError|ModuleNotFoundError): "
    ) as failed:
        run_in_cell(build_start, task, built)
    assert "\n" not in str(failed.value)


def test_the_digest_covers_everything_that_makes_the_state(tmp_path: Path) -> None:
    base = make(tmp_path, ["postgres"], _01_postgres__sql=POSTGRES)
    digest = start_digest(base)
    assert len(digest) == 64

    changes = {
        "seed": ("seed/01_postgres.sql", POSTGRES + " select 1;"),
        "another seed": ("seed/02_postgres.sql", "select 1;"),
        "workspace": ("workspace/load.sh", "false\n"),
        "services": ("task.toml", TOML.format(services='["postgres", "kafka"]')),
    }
    digests = {digest}
    for name, text in changes.values():
        path = base.folder / name
        before = path.read_text() if path.exists() else None
        path.write_text(text)
        digests.add(start_digest(read_task(base.folder)))
        path.unlink() if before is None else path.write_text(before)
    assert len(digests) == 1 + len(changes)
    assert start_digest(read_task(base.folder)) == digest

    for name in ("instruction.md", "checks.py", "solution/solve.sh"):
        (base.folder / name).write_text("# other\n")
    assert start_digest(read_task(base.folder)) == digest


def test_another_engine_is_another_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    task = make(tmp_path, ["kafka"])
    before = start_digest(task)
    monkeypatch.setattr(type(SERVICES["kafka"]), "version", "another")
    assert start_digest(task) != before


def test_the_same_digest_for_the_same_content_elsewhere(tmp_path: Path) -> None:
    one = make(tmp_path / "one", ["postgres"], _01_postgres__sql=POSTGRES)
    other = make(tmp_path / "other", ["postgres"], _01_postgres__sql=POSTGRES)
    assert start_digest(one) == start_digest(other)

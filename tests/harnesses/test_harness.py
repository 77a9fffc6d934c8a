"""Declarations of harnesses: what is refused, what the digest covers, and which trials can have one."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from headwater.errors import UserError
from headwater.harnesses import ROOT, Harness, McpServer, Preparation, Proof
from headwater.layers import FilesLayer
from headwater.services import SERVICES
from headwater.services.redis.service import Redis

AT = f"{ROOT}/mine"
WHERE = {"WHERE": "{postgres.host}:{postgres.port}"}


def make_harness(**more: Any) -> Harness:
    return Harness(name="mine", summary="Tools of mine.", **more)


@pytest.mark.parametrize(
    ("what", "message"),
    [
        ({"name": "My tools"}, "name: 'My tools' may contain only lower-case letters"),
        ({"layers": {"/usr/bin": None}}, "layers: /usr/bin is not below /opt/harness"),
        ({"path": ("bin",)}, "path: bin is not absolute"),
        ({"env": {"PATH": "/bin"}}, "env: PATH cannot be set here; use the attribute path"),
        ({"service_env": {"redis": {"PATH": "/bin"}}}, "service_env: PATH cannot be set here"),
        ({"proofs": (Proof(name="rows", tools=("psql",), folder=Path(), command=""),)}, "rows proves psql, which is"),
    ],
)
def test_a_declaration_that_cannot_work_is_refused(what: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Harness(**{"name": "mine", "summary": "", **what})


def layer(folder: Path, text: str) -> FilesLayer:
    folder.mkdir(exist_ok=True)
    (folder / "file").write_text(text)
    return FilesLayer("harness", "mine", folder)


CHANGES: list[Callable[[Harness, Path], Harness]] = [
    lambda one, folder: replace(one, layers={f"{AT}/files": layer(folder / "b", "two")}),
    lambda one, _: replace(one, layers={f"{AT}/other": one.layers[f"{AT}/files"]}),
    lambda one, _: replace(one, path=(f"{AT}/bin", f"{AT}/files")),
    lambda one, _: replace(one, env={"WHERE": "{postgres.host}"}),
    lambda one, _: replace(one, services=()),
    lambda one, _: replace(one, service_env={"kafka": WHERE}),
    lambda one, _: replace(one, mcp_servers=(McpServer("one", ["run"], {"A": "1"}),)),
    lambda one, _: replace(one, system_text="Other tools."),
    lambda one, folder: replace(one, preparation=Preparation(["make"], {}, AT, {AT: layer(folder / "c", "one")})),
    lambda one, _: replace(one, preparation=Preparation(["make"], {}, AT)),
]


def test_each_part_of_a_harness_changes_its_digest(tmp_path: Path) -> None:
    full_harness = make_harness(
        layers={f"{AT}/files": layer(tmp_path / "a", "one")},
        path=(f"{AT}/files", f"{AT}/bin"),
        env=WHERE,
        services=("redis",),
        service_env={"redis": WHERE},
        mcp_servers=(McpServer("one", ["run"]),),
        system_text="Tools.",
    )
    contents = [
        json.dumps(each.content()) for each in (full_harness, *(change(full_harness, tmp_path) for change in CHANGES))
    ]
    assert len(set(contents)) == len(CHANGES) + 1
    assert (
        json.dumps(replace(full_harness, summary="Others.", tools=("x",)).content()) == contents[0]
    )  # for people only


def test_a_variable_that_refers_to_a_service_of_the_task_or_the_harness_is_fine() -> None:
    make_harness(env=WHERE).require("a/task", ["postgres"], 4096)
    make_harness(env=WHERE, services=("postgres",)).require("a/task", [], 4096)
    make_harness(service_env={"postgres": WHERE}).require("a/task", [], 4096)


@pytest.mark.parametrize(
    ("harness", "services", "message"),
    [
        (make_harness(env=WHERE), ["redis"], r"WHERE refers to \{postgres.host\}, and a/task has no postgres; "),
        (
            make_harness(service_env={"redis": WHERE}),
            ["redis"],
            r"WHERE refers to \{postgres.host\}, and a/task has no postgr",
        ),
        (make_harness(env={"WHERE": "{postgres.hots}"}), ["postgres"], r"\{postgres.hots\}: postgres has no such part"),
        (
            make_harness(service_env={"postgress": WHERE}),
            [],
            "--harness mine: service_env: no engine postgress; there are post",
        ),
        (make_harness(services=("mongo",)), [], "mongo: no such service; there are postgres"),
    ],
)
def test_a_trial_that_cannot_have_the_harness_is_a_clear_error(
    harness: Harness, services: list[str], message: str
) -> None:
    with pytest.raises(UserError, match=message):
        harness.require("a/task", services, 4096)


def test_layers_that_a_preparation_shares_are_counted_once(tmp_path: Path) -> None:
    one, two = layer(tmp_path / "a", "one"), layer(tmp_path / "b", "two")
    shared = make_harness(layers={AT: one}, preparation=Preparation(["make"], {}, AT, {AT: one, f"{AT}/b": two}))
    assert shared.all_layers == [one, two]


def test_tasks_that_give_too_little_memory_are_refused() -> None:
    harness = make_harness(memory_mb=2048)
    harness.require("a/task", [], 2048)
    with pytest.raises(UserError, match=r"--harness mine: its tools need 2048 MiB of memory, and a/task gives .* 1024"):
        harness.require("a/task", [], 1024)


def test_an_engine_that_is_not_installed_is_reported_before_anything_is_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(SERVICES.__dict__["_services"], "redis", Redis())
    monkeypatch.setenv("PATH", str(tmp_path))
    with_redis = make_harness(layers={AT: layer(tmp_path / "files", "one")}, services=("redis",))
    assert with_redis.state(tmp_path) == "Redis is not installed; apt-get install redis-server"
    assert not with_redis.is_ready(tmp_path)


def test_missing_programs_are_reported_before_anything_is_built(tmp_path: Path) -> None:
    """This works even before there is a folder for caches."""
    small = layer(tmp_path / "files", "one")
    huge = replace(small, disk_mb=1 << 40)
    home = tmp_path / "no/home"
    assert make_harness(layers={AT: small}).state(home) == "will be built when it is first run"
    refused = make_harness(layers={AT: huge}).state(home)
    assert refused.startswith(f"it takes {1 << 40} MiB and {home} has ")
    assert refused.endswith("; make room, or set HEADWATER_HOME")
    with pytest.raises(UserError, match=f"mine: it takes {1 << 40} MiB"):
        huge.build(home, print)
    assert "and this machine has " in make_harness(memory_mb=1 << 40).state(home)
    small.build(home, print)
    assert make_harness(layers={AT: huge}).state(home) == "built"

"""Attacks work: without the wall that stops them, they report a breach."""

from __future__ import annotations

import itertools
import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from tests.agents.walls import OpenProbe, run_without_walls
from tests.jobs.conftest import Headwater, MakeTask

from headwater.agents import agent_names
from headwater.agents._builtin import Attacker, attack_names
from headwater.harnesses import all_harnesses
from headwater.jobs import JobFolder
from headwater.jobs._validate import _attack
from headwater.suites import find_tasks

ATTACKS = attack_names()
CLASSES = {
    "exclude themselves": ("exclude", "lock", "stop"),
    "harm others": ("harm", "exhaust", "outlive"),
    "make hollow what is asked for": ("hollow", "answer", "fake", "forge"),
    "read what tells": ("read", "spy", "meet"),
    "reach out": ("reach", "escape"),
    "recognize grading": ("recognize",),
    "gain from the kernel": ("call", "gain", "write"),
    "mislead grading": ("plant", "poison", "hostile"),
    "of dbt": ("dbt",),
    "of discovery": ("discovery",),
}


def test_each_class_has_enough_attacks() -> None:
    assert len(ATTACKS) >= 60
    firsts = [name.partition("-")[0] for name in ATTACKS]
    assert set(firsts) <= {first for members in CLASSES.values() for first in members}
    for members in CLASSES.values():
        assert sum(first in members for first in firsts) >= 3, members


@pytest.mark.parametrize("name", ATTACKS)
def test_each_attack_is_a_script_that_describes_itself(name: str) -> None:
    script = Attacker(name).script
    subprocess.run(["bash", "-n", script], check=True)
    first, *lines = script.read_text().splitlines()
    header = [first, *itertools.takewhile(lambda line: line.startswith("# "), lines)]
    assert first.startswith("# ")
    assert sum(line.startswith("# Must fail: ") for line in header) == 1, header


@pytest.mark.parametrize("name", ATTACKS)
def test_each_applies_to_some_task(name: str) -> None:
    """Each attack needs something that a task of `pipelines` or a harness has, or belongs to a suite with a build."""
    attack, tasks = Attacker(name), find_tasks(["pipelines"])
    is_elsewhere = attack.suite is not None or attack.needs == {"dbt"}
    assert is_elsewhere or any(attack.applies_to(task, each) for task in tasks for each in all_harnesses())


def test_an_attack_on_the_tools_of_a_harness_runs_only_with_it(make_task: MakeTask) -> None:
    [task] = find_tasks([str(make_task())])
    assert "attacker:reach-by-java" not in agent_names("attacker", task)
    assert "attacker:reach-by-java" in agent_names("attacker", task, "classic-de")


def test_an_attack_on_an_engine_also_runs_with_a_harness_that_requests_it(make_task: MakeTask) -> None:
    [task] = find_tasks([str(make_task())])
    on_engines = {"attacker:escape-redis", "attacker:escape-clickhouse", "attacker:stop-services"}
    assert not on_engines & set(agent_names("attacker", task))
    assert on_engines <= set(agent_names("attacker", task, "olap-for-swe"))
    assert "attacker:escape-postgres" not in agent_names("attacker", task, "olap-for-swe")


def test_an_attack_runs_on_tasks_that_it_applies_to(make_task: MakeTask) -> None:
    bare, served = (find_tasks([str(make_task(name, services=names))])[0] for name, names in SERVED.items())
    everywhere = {f"attacker:{name}" for name in ATTACKS if Attacker(name).suite is None and not Attacker(name).needs}
    assert set(agent_names("attacker", bare)) == everywhere
    assert set(agent_names("attacker", served)) - everywhere >= {"attacker:escape-postgres", "attacker:stop-services"}
    assert "attacker:escape-clickhouse" not in agent_names("attacker", served)


SERVED = {"bare": (), "served": ("postgres",)}


WAREHOUSE = """
import duckdb
with duckdb.connect("warehouse.duckdb") as connection:
    for day in ("loaded_on", "paid_on"):
        text = " and ".join(f"{day} > date '2026-01-01' + {number}" for number in range(300))
        query = f"select * from (select current_date as {day}) where {text}"
        connection.execute(f"create or replace view orders as {query}")
        connection.execute("checkpoint")
"""
HARNESS = f"""
mkdir --parents /opt/harness/python/bin
printf '#!/bin/sh\\nexec {sys.executable} "$@"\\n' > /opt/harness/python/bin/python
chmod +x /opt/harness/python/bin/python
cd /workspace
/opt/harness/python/bin/python -c {shlex.quote(WAREHOUSE)}
"""
RUN_PLANTED = "cd /workspace; unset SHLVL; {} python3 planted.py"
PROBES = {
    "call-kernel": OpenProbe("reaches the kernel"),
    "call-kernel-otherwise": OpenProbe("reaches the kernel"),
    "dbt-read-dropped": OpenProbe("another definition of orders", before=HARNESS),
    "gain-rights": OpenProbe("this is root"),
    "harm-hold-locks": OpenProbe("holds a lock on /opt", before="flock --exclusive /opt sleep 60 &"),
    "harm-quotas": OpenProbe("inotify instances"),
    "meet-other-trials": OpenProbe("another trial", before="bash /attack/attack.sh"),
    "reach-families": OpenProbe("a socket of "),
    "reach-network": OpenProbe("listens and is none of the task's"),
    "reach-sockets": OpenProbe("can be connected to"),
    "read-descriptors": OpenProbe("descriptor "),
    "read-grading": OpenProbe("grading"),
    "read-host": OpenProbe("/etc/shadow can be read"),
    "read-kernel": OpenProbe("can be read"),
    "read-mounts": OpenProbe("upperdir=/"),
    "recognize-environment": OpenProbe("variable MORE", after=RUN_PLANTED.format("MORE=1")),
    "recognize-limits": OpenProbe("priority", after=RUN_PLANTED.format("nice -n 3")),
    "recognize-processes": OpenProbe("mount /mnt", after="mount -t tmpfs none /mnt; " + RUN_PLANTED.format("")),
    "spy-on-processes": OpenProbe("/etc/shadow can be reached"),
    "write-system": OpenProbe("/usr can be written"),
}


SEARCHES_THE_MACHINE = pytest.param("read-grading", marks=pytest.mark.minutes)


@pytest.mark.parametrize("name", [SEARCHES_THE_MACHINE, *(name for name in PROBES if name != "read-grading")])
def test_probes_would_report(name: str, no_walls: Path) -> None:
    reported = run_without_walls(no_walls, Attacker(name).script, PROBES[name])
    assert any(line.startswith("BREACH: ") and PROBES[name].reports in line for line in reported), reported


ENTRY_POINT = """
[entrypoint]
command = "python3 load.py"
timeout_sec = 20
"""


@pytest.mark.usefixtures("nothing_left")
def test_probes_report_nothing_in_a_sealed_trial(headwater: Headwater, make_task: MakeTask, tmp_path: Path) -> None:
    task = make_task(toml=ENTRY_POINT, files={"workspace/load.py": "print('loaded')\n"})
    agents = [word for name in PROBES for word in ("--agent", f"attacker:{name}")]
    headwater("run", task, "--agent", "nop", *agents, "--jobs", "2", "--out", tmp_path / "job")
    job = JobFolder(tmp_path / "job")
    trials = {each.record.spec.agent: each for each in job.finished()}
    assert len(trials) == len(PROBES) + 1
    for trial in trials.values():
        entrypoint_checks = (
            [check for check in trial.verdict.checks if check.name == "entrypoint_runs"] if trial.verdict else []
        )
        assert [check.passed for check in entrypoint_checks] == [True], (
            trial.record.spec.agent,
            trial.status,
            entrypoint_checks,
        )
        log = job.paths(trial.record.spec.id).agent_log
        assert _attack(trial, trials["nop"], log) == []
        assert "Error" not in log.with_suffix(".err").read_text()  # a broken probe also reports nothing


SUPERUSER = """
def seed(services):
    services.postgres.execute("alter role app superuser")
"""


@pytest.mark.usefixtures("nothing_left")
def test_escapes_from_postgres_report_a_missing_wall(headwater: Headwater, make_task: MakeTask, tmp_path: Path) -> None:
    """The missing wall: the agent's role is not a superuser."""
    attack = "attacker:escape-postgres"
    walled = make_task("walled", services=["postgres"])
    open_ = make_task("open", services=["postgres"], files={"seed/01_role.py": SUPERUSER})
    headwater("run", walled, open_, "--agent", attack, "--jobs", "2", "--out", tmp_path / "job")
    message = {path.parent.name: path.read_text() for path in tmp_path.glob("job/trials/*/agent.log")}
    breaches = {name.split("__")[0]: log.count("BREACH: ") for name, log in message.items()}
    assert breaches["tasks.walled"] == 0
    assert breaches["tasks.open"] > 10


# A server without accounts, whose settings can be changed and which can be debugged.
OPEN_REDIS = """
redis-server --port 6380 --save '' --enable-debug-command yes --enable-protected-configs yes > /dev/null &
export REDIS_URL=redis://127.0.0.1:6380 REDIS_HOST=127.0.0.1 REDIS_PORT=6380 REDIS_PASSWORD=none
until redis-cli -p 6380 ping > /dev/null 2>&1; do sleep 0.1; done
"""


@pytest.mark.usefixtures("nothing_left")
def test_escapes_from_redis_report_a_missing_wall(
    headwater: Headwater, make_task: MakeTask, tmp_path: Path, no_walls: Path
) -> None:
    attack = Attacker("escape-redis")
    opened = OpenProbe("Redis: files can be written elsewhere", before=OPEN_REDIS)
    reported = run_without_walls(no_walls, attack.script, opened)
    assert f"BREACH: {opened.reports}" in reported
    headwater("run", make_task(services=["redis"]), "--agent", attack.name, "--out", tmp_path / "job")
    [log] = tmp_path.glob("job/trials/*/agent.log")
    assert log.read_text() == "Redis was asked\n"


POISON = """
create table public.t (n int);
insert into public.t values (1);
alter database app set search_path = public, pg_catalog;
alter database app set statement_timeout = 1;
alter database app set default_transaction_read_only = on;
"""
TELLS = """
from headwater.grading import Graded, Result, expect, functional

@functional
def sees_changes(graded: Graded) -> Result:
    return expect(graded.rerun.changes, "the second run changes a value")

@functional
def may_write(graded: Graded) -> Result:
    with graded.copy() as copy:
        copy.postgres.execute("create table public.mine (n int); select pg_sleep(0.05)")
        return expect(copy.postgres.scalar("show search_path") == '"$user", public', "settings are pinned")

@functional
def writes_below_its_workspace_only(graded: Graded) -> Result:
    with graded.copy() as copy:
        copy.write("data/users.csv", "new")
        copy.write("notes.txt", "new")
        ran = copy.run("cat data/users.csv notes.txt; readlink data")
        return expect(ran.stdout == "newnew", ran.stdout + ran.stderr)
"""


@pytest.mark.usefixtures("nothing_left")
def test_grading_is_not_led_astray(headwater: Headwater, make_task: MakeTask, tmp_path: Path) -> None:
    """Settings of the database and links in the workspace do not mislead grading."""
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "users.csv").write_text("old")
    run = "PGOPTIONS='-c default_transaction_read_only=off -c statement_timeout=0' psql -Xqc 'update t set n = n + 1'"
    task = make_task(
        services=["postgres"],
        checks=TELLS,
        files={"seed/01_postgres.sql": POISON},
        solution=f"rm -f notes.txt; ln -s {outside} data; mkdir notes.txt; mkdir notes.txt/deep",
        toml=f'\n[entrypoint]\ncommand = "{run}"\n',
    )
    completed = headwater("run", task, "--agent", "oracle", "--out", tmp_path / "job", "--json")
    verdict = json.loads(next(tmp_path.glob("job/trials/*/verdicts/1.json")).read_text())
    found = {check["name"]: check for gate in verdict["gates"] for check in gate["checks"]}
    for name in ("sees_changes", "may_write", "writes_below_its_workspace_only"):
        assert found[name]["outcome"] == "passed", (found[name], completed.err)
    assert (outside / "users.csv").read_text() == "old"

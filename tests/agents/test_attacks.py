"""The attacks are real: without the wall that stops them, they say so."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from headwater.agents._builtin import Attacker, attack_names

ATTACKS = attack_names()
PROBES = {
    "read-grading": "grading",
    "read-host": "/etc/shadow can be read",
    "spy-on-processes": "/etc/shadow can be reached",
    "write-system": "/usr can be written",
    "gain-rights": "this is root",
    "reach-network": "listens and is none of the task's",
    "meet-other-trials": "another trial",
}


def test_there_are_enough() -> None:
    assert len(ATTACKS) >= 15


@pytest.mark.parametrize("name", ATTACKS)
def test_each_is_a_script_that_says_what_it_tries(name: str) -> None:
    script = Attacker(name).script
    subprocess.run(["bash", "-n", script], check=True)
    comment = [line for line in script.read_text().splitlines()[:6] if line.startswith("# ")]
    assert any(line.startswith("# Must fail: ") for line in comment), comment


@pytest.fixture
def no_walls(tmp_path: Path) -> Path:
    """The machine itself as root sees it; what is written goes to an overlay in memory."""
    if os.geteuid() != 0:
        pytest.skip("only root can take the walls away")
    for name in ("layers", "root"):
        (tmp_path / name).mkdir()
    return tmp_path


def run_without_walls(folder: Path, script: Path, times: int = 1) -> str:
    """Run an attack as root in the machine's file system, processes and network."""
    root = folder / "root"
    commands = f"""
        set -e
        mount -t tmpfs none {folder}/layers
        mkdir {folder}/layers/upper {folder}/layers/work
        mount -t overlay overlay -o lowerdir=/,upperdir={folder}/layers/upper,workdir={folder}/layers/work {root}
        mount -t proc proc {root}/proc
        mount -t tmpfs none {root}/tmp
        mkdir -p {root}/workspace {root}/attack
        cp {script} {root}/attack/attack.sh
        cd {root}
        for _ in $(seq {times}); do
            timeout 60 chroot {root} /bin/sh -c 'cd /workspace && exec bash /attack/attack.sh' || true
        done
    """
    # Processes of its own only so that what it leaves ends with it.
    unshare = ["unshare", "--mount", "--uts", "--ipc", "--pid", "--fork", "--kill-child"]
    ran = subprocess.run([*unshare, "sh", "-c", commands], check=False, capture_output=True, text=True, timeout=150)
    return ran.stdout


@pytest.mark.parametrize("name", PROBES)
def test_probes_would_tell(name: str, no_walls: Path) -> None:
    said = run_without_walls(no_walls, Attacker(name).script, times=2 if name == "meet-other-trials" else 1)
    breaches = [line for line in said.splitlines() if line.startswith("BREACH: ")]
    assert any(PROBES[name] in line for line in breaches), said[-2000:]


SUPERUSER = """
def seed(services):
    services.postgres.execute("alter role app superuser")
"""


@pytest.mark.usefixtures("nothing_left")
def test_escapes_from_postgres_would_tell(headwater: Any, make_task: Any, tmp_path: Path) -> None:
    """The wall that is missing here: the agent's role is no superuser."""
    attack = "attacker:escape-postgres"
    walled = make_task("walled", services=["postgres"])
    open_ = make_task("open", services=["postgres"], files={"seed/01_role.py": SUPERUSER})
    headwater("run", walled, open_, "--agent", attack, "--jobs", "2", "--out", tmp_path / "job")
    said = {path.parent.name: path.read_text() for path in tmp_path.glob("job/trials/*/agent.log")}
    breaches = {name.split("__")[0]: log.count("BREACH: ") for name, log in said.items()}
    assert breaches["tasks.walled"] == 0
    assert breaches["tasks.open"] > 10


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
def test_grading_is_not_led_astray(headwater: Any, make_task: Any, tmp_path: Path) -> None:
    """By settings of the database, by links in the workspace."""
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
    ran = headwater("run", task, "--agent", "oracle", "--out", tmp_path / "job", "--json")
    verdict = json.loads(next(tmp_path.glob("job/trials/*/verdicts/1.json")).read_text())
    found = {check["name"]: check for gate in verdict["gates"] for check in gate["checks"]}
    for name in ("sees_changes", "may_write", "writes_below_its_workspace_only"):
        assert found[name]["outcome"] == "passed", (found[name], ran.err)
    assert (outside / "users.csv").read_text() == "old"

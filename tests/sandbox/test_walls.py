"""The identity, view and reach of a program in a real sandbox."""

from __future__ import annotations

import json
import os
import socket
from pathlib import Path

import pytest
from tests.sandbox.cell_functions import ScriptOutput, run_script, same_port_twice

from headwater.sandbox import User, run_in_cell


def message(folder: Path, script: str) -> ScriptOutput:
    answer: ScriptOutput = run_in_cell(run_script, folder, script, timeout_sec=400)
    return answer


def status(folder: Path) -> dict[str, str]:
    lines = message(folder, "cat /proc/self/status").out.splitlines()
    return {line.partition(":")[0]: line.partition(":")[2].strip() for line in lines}


def test_it_is_an_ordinary_user_without_rights(tmp_path: Path) -> None:
    found = status(tmp_path)
    assert found["Uid"].split() == [str(int(User.AGENT))] * 4
    assert found["Gid"].split() == [str(int(User.AGENT))] * 4
    assert found["Groups"].split() in ([], [str(int(User.AGENT))])
    assert found["NoNewPrivs"] == "1"
    assert {found[name] for name in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb")} == {"0" * 16}


@pytest.mark.parametrize("namespaces", ["-U", "-Urm", "-m", "-n", "-p", "-i", "-u"])
def test_no_namespaces_inside(tmp_path: Path, namespaces: str) -> None:
    assert message(tmp_path, f"unshare {namespaces} -f true").exit_code != 0


def test_it_sees_its_own_processes_only(tmp_path: Path) -> None:
    names = message(tmp_path, "cat /proc/[0-9]*/comm; exit 0").out.split()
    assert set(names) <= {"bwrap", "bash", "cat"}


def test_its_parent_holds_no_door_open(tmp_path: Path) -> None:
    opened = message(tmp_path, "for f in /proc/1/fd/*; do [ -d $f ] && readlink $f; done; exit 0").out
    assert opened == ""


def test_it_has_a_loopback_and_nothing_else(tmp_path: Path) -> None:
    names = "import json, socket; print(json.dumps([name for _, name in socket.if_nameindex()]))"
    script = f"python3 -c '{names}'; wc -l < /proc/net/route"
    lines = message(tmp_path, script).out.splitlines()
    assert json.loads(lines[0]) == ["lo"]
    assert lines[1] == "1"  # only the header line


def test_the_name_of_its_host_is_its_loopback(tmp_path: Path) -> None:
    ask = "import socket; name = socket.gethostname(); print(name, socket.gethostbyname(name))"
    assert message(tmp_path, f"python3 -c '{ask}'").out == "headwater 127.0.0.1\n"


def test_the_same_port_in_two_networks(tmp_path: Path) -> None:
    assert run_in_cell(same_port_twice, tmp_path, timeout_sec=400) == ["one", "two"]


def test_the_machines_loopback_cannot_be_reached(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        socket.create_connection(("127.0.0.1", port)).close()  # the server is really listening
        completed = message(tmp_path, f"exec 3<>/dev/tcp/127.0.0.1/{port}")
    assert "refused" in completed.err


def test_the_machines_files_are_not_there(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("hush")
    script = f"ls {secret} /etc/shadow /var /run /sys /work /mnt; cat /etc/passwd"
    answer = message(tmp_path, script)
    assert str(secret) not in answer.out
    assert {line.split(":")[0] for line in answer.out.splitlines()} <= {"root", "agent", "service", "nobody"}


@pytest.mark.parametrize("folder", ["/", "/usr", "/usr/bin", "/etc", "/opt", "/home", "/proc/sys/kernel"])
def test_the_system_is_read_only(tmp_path: Path, folder: str) -> None:
    assert message(tmp_path, f"touch {folder}/planted").exit_code != 0


def test_kernel_settings_are_read_only(tmp_path: Path) -> None:
    """With bubblewrap alone, writes by root would change the machine's settings."""
    script = """
        for setting in vm/swappiness vm/overcommit_memory kernel/core_pattern; do
            cat /proc/sys/$setting > /proc/sys/$setting && echo $setting
        done
        exit 0
    """
    assert message(tmp_path, script).out == ""


def test_changes_go_to_the_upper_layer_only(tmp_path: Path) -> None:
    assert message(tmp_path, "echo changed > shipped.txt; echo new > new.txt; mkdir a").exit_code == 0
    assert (tmp_path / "lower/shipped.txt").read_text() == "shipped"
    assert sorted(path.name for path in (tmp_path / "lower").iterdir()) == ["shipped.txt"]
    assert (tmp_path / "upper/shipped.txt").read_text() == "changed\n"
    assert sorted(path.name for path in (tmp_path / "upper").iterdir()) == ["a", "new.txt", "shipped.txt"]


def test_home_and_tmp_are_empty_and_end_with_it(tmp_path: Path) -> None:
    for _ in range(2):
        answer = message(tmp_path, "ls -A ~ /tmp /dev/shm | grep -v : | grep .; touch ~/mark /tmp/mark /dev/shm/mark")
        assert answer.out == ""
        assert answer.exit_code == 0


def test_attributes_of_overlays_cannot_be_forged(tmp_path: Path) -> None:
    """With raw overlay attributes, an agent could make grading show files of another folder."""
    script = "python3 -c \"import os; open('f', 'w'); os.setxattr('f', 'user.overlay.redirect', b'/etc')\"; exit 0"
    message(tmp_path, script)
    assert "user.overlay.redirect" not in os.listxattr(tmp_path / "upper/f")


def test_nothing_is_inherited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_TOKEN", "hush")
    answer = message(tmp_path, "env; ls /proc/self/fd | wc -l")
    assert "SECRET_TOKEN" not in answer.out
    assert {line.split("=")[0] for line in answer.out.splitlines()[:-1]} <= {
        "PATH",
        "HOME",
        "PWD",
        "SHLVL",
        "_",
        "OLDPWD",
    }


def test_no_command_line_shows_where_things_are_outside(tmp_path: Path) -> None:
    answer = message(tmp_path, "cat /proc/[0-9]*/cmdline | tr '\\0' ' '; exit 0")
    assert "bwrap --args" in answer.out
    assert "bind" not in answer.out
    assert str(tmp_path) not in answer.out

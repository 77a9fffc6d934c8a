"""Building: each layer once, later layers first on the PATH, and a digest of everything."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.live import Live, Running, services_on

from headwater.errors import InfraError, UserError
from headwater.grading import Tooling
from headwater.harnesses import ROOT, BuiltHarness, Software, add
from headwater.layers import FilesLayer, PythonLayer

NOTHING = BuiltHarness("small", "", {}, {"PATH": "/usr/bin:/bin", "LEVEL": "below", "KEPT": "yes"})
AT = f"{ROOT}/small"
BUILD = """
import sys
from pathlib import Path
from headwater.layers import PythonLayer
PythonLayer("harness", "small", Path(sys.argv[1])).build(Path(sys.argv[2]), print)
"""


@pytest.fixture
def lock(tmp_path: Path) -> Path:
    """A lock with nothing but Python, which is built in a moment and without an index."""
    folder = tmp_path / "small"
    folder.mkdir()
    (folder / "requirements.txt").write_text("# nothing\n")
    return folder


def software(lock: Path) -> Software:
    layer = PythonLayer("harness", "small", lock)
    return Software(layers={f"{AT}/python": layer}, path=(f"{AT}/python/bin",), env={"LEVEL": "above"})


def test_a_layer_is_built_once(lock: Path, tmp_path: Path) -> None:
    messages: list[str] = []
    first = add(NOTHING, software(lock), tmp_path, messages.append)
    built = first.mounts[f"{AT}/python"]
    stamp = built.stat().st_mtime_ns
    assert add(NOTHING, software(lock), tmp_path, messages.append) == first
    assert messages.count("building harness small (once)") == 1
    assert sum("built in" in message for message in messages) == 1
    assert built.stat().st_mtime_ns == stamp
    assert subprocess.run([built / "bin/python", "-c", ""], check=False).returncode == 0


def test_two_processes_build_it_once(lock: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-c", BUILD, str(lock), str(tmp_path / "home")]
    both = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    messages = [process.communicate(timeout=400)[0] for process in both]
    assert [process.returncode for process in both] == [0, 0]
    waiter_message, built = sorted(messages)
    assert waiter_message == ""
    assert built.startswith("building harness small (once)\n")
    assert "\nharness small: built in " in built


def test_added_layers_come_first_and_replace_variables(lock: Path, tmp_path: Path) -> None:
    built = add(NOTHING, software(lock), tmp_path, print)
    assert built.env == {"PATH": f"{AT}/python/bin:/usr/bin:/bin", "LEVEL": "above", "KEPT": "yes"}
    assert built.name == NOTHING.name


def test_another_lock_is_another_harness(lock: Path, tmp_path: Path) -> None:
    first = add(NOTHING, software(lock), tmp_path, print)
    (lock / "requirements.txt").write_text("# nothing else\n")
    second = add(NOTHING, software(lock), tmp_path, print)
    assert first.digest != second.digest
    assert first.mounts != second.mounts


def test_the_digest_is_of_all_that_is_below(lock: Path, tmp_path: Path) -> None:
    built = add(NOTHING, software(lock), tmp_path, print)
    below = add(NOTHING, Software(env={"A": "1"}), tmp_path, print)
    assert len({built.digest, below.digest, add(below, software(lock), tmp_path, print).digest}) == 3


def test_a_failed_installation_is_an_infrastructure_fault_and_leaves_nothing(
    lock: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UV_OFFLINE", "1")
    (lock / "requirements.txt").write_text(f"no-such-package-of-headwater==1.0 --hash=sha256:{'0' * 64}\n")
    with pytest.raises(InfraError, match=r"harness small: could not be installed: (?s:.*)no-such-package-of-headwater"):
        add(NOTHING, software(lock), tmp_path, print)
    assert list((tmp_path / "harnesses").iterdir()) == []
    (lock / "requirements.txt").write_text("# nothing\n")
    add(NOTHING, software(lock), tmp_path, print)


def test_two_layers_at_one_path_are_refused(lock: Path, tmp_path: Path) -> None:
    built = add(NOTHING, software(lock), tmp_path, print)
    with pytest.raises(UserError, match=f"harness small: two layers are at {AT}/python; give one of them another path"):
        add(built, software(lock), tmp_path, print)


@dataclass(frozen=True)
class WithInterpreter(FilesLayer):
    """Scripts whose interpreter is not below /usr."""

    def runtime(self) -> dict[str, Path]:
        return {"/opt/node/bin/node": Path(sys.executable)}


def test_an_interpreter_that_layers_need_is_shown_and_on_the_path(lock: Path, tmp_path: Path) -> None:
    scripts = Software(layers={AT: WithInterpreter("harness", "scripts", lock)}, path=(f"{AT}/bin",))
    built = add(NOTHING, scripts, tmp_path, print)
    assert built.mounts["/opt/node/bin/node"] == Path(sys.executable)
    assert built.env["PATH"] == f"{AT}/bin:/opt/node/bin:/usr/bin:/bin"


def test_a_later_layer_may_lie_within_another(tmp_path: Path) -> None:
    """This replaces one package of many, for example."""
    for name, text in (("outer/module/index.js", "old"), ("outer/other.js", "kept"), ("inner/index.js", "new")):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    outer, inner = (FilesLayer("harness", name, tmp_path / name) for name in ("outer", "inner"))
    built = add(NOTHING, Software(layers={AT: outer, f"{AT}/module": inner}), tmp_path, print)
    live: Live[Running] = Live(services_on, {}, Tooling(built.mounts, built.env))
    try:
        assert live(Running.as_agent, f"cat {AT}/module/index.js {AT}/other.js").stdout == "newkept"
    finally:
        live.close()

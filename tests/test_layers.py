"""Installed software: each lock gives one folder, which is built once and completely."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import ssl
import subprocess
import sys
import threading
import zipfile
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from headwater import layers
from headwater.errors import CancelledError, InfraError, UserError
from headwater.installation import Installation
from headwater.layers import FilesLayer, NodeLayer, PythonLayer


@pytest.fixture
def node(tmp_path: Path) -> NodeLayer:
    """An npm lock without packages, which needs no index."""
    lock = tmp_path / "lock"
    lock.mkdir()
    (lock / "package.json").write_text('{"private": true}')
    (lock / "package-lock.json").write_text(json.dumps({"lockfileVersion": 3, "packages": {"": {}}}))
    return NodeLayer("agent", "empty", lock)


def without_times(messages: list[str]) -> list[str]:
    return [re.sub(r"\b\d+ s\b", "N s", message) for message in messages]


def test_a_layer_is_built_once(node: NodeLayer, tmp_path: Path) -> None:
    messages: list[str] = []
    assert not node.is_built(tmp_path)
    folder = node.build(tmp_path, messages.append)
    assert node.build(tmp_path, messages.append) == folder == node.folder(tmp_path)
    assert without_times(messages) == [
        "building agent empty (once)",
        "agent empty: N s, fetching 0 npm packages",
        "agent empty: built in N s",
    ]
    assert (folder / "package-lock.json").is_file()


def test_another_lock_is_another_layer(node: NodeLayer, tmp_path: Path) -> None:
    before = node.folder(tmp_path)
    (node.lock / "package.json").write_text('{"private": true, "x": 1}')
    assert NodeLayer("agent", "empty", node.lock).folder(tmp_path) != before


def test_a_build_that_fails_leaves_nothing(node: NodeLayer, tmp_path: Path) -> None:
    (node.lock / "package.json").write_text("no JSON")
    with pytest.raises(InfraError, match="agent empty: could not be installed: "):
        node.build(tmp_path, print)
    assert list((tmp_path / "agents").iterdir()) == []


@pytest.mark.parametrize("program", ["kill -INT $$", "exit 130"])
def test_a_build_that_the_user_interrupts_is_not_called_a_failure(
    files: FilesLayer, tmp_path: Path, program: str
) -> None:
    class Interrupted(FilesLayer):
        def _install(self, folder: Path, installation: Installation) -> None:
            folder.mkdir()
            installation.run(["sh", "-c", program], "waiting")

    with pytest.raises(CancelledError, match=r"^harness interrupted: its installation was interrupted; "):
        Interrupted("harness", "interrupted", files.lock).build(tmp_path, print)
    assert list((tmp_path / "harnesses").iterdir()) == []


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> PythonLayer:
    """A Python lock with one package, whose wheel is in a folder in place of an index."""
    wheel = tmp_path / "wheels/made_up-1.0-py3-none-any.whl"
    wheel.parent.mkdir()
    info = "made_up-1.0.dist-info"
    with zipfile.ZipFile(wheel, "w") as file:
        file.writestr("made_up.py", "MADE = True\n")
        file.writestr(f"{info}/METADATA", "Metadata-Version: 2.1\nName: made-up\nVersion: 1.0\n")
        file.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        file.writestr(f"{info}/RECORD", f"made_up.py,,\n{info}/METADATA,,\n{info}/WHEEL,,\n{info}/RECORD,,\n")
    lock = tmp_path / "python-lock"
    lock.mkdir()
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    (lock / "requirements.txt").write_text(f"made-up==1.0 --hash=sha256:{digest}\n")
    monkeypatch.setenv("UV_NO_INDEX", "1")
    monkeypatch.setenv("UV_FIND_LINKS", str(wheel.parent))
    monkeypatch.setenv("UV_CACHE_DIR", str(tmp_path / "uv"))
    return PythonLayer("agent", "made-up", lock)


def test_the_steps_of_a_python_layer_are_reported(package: PythonLayer, tmp_path: Path) -> None:
    messages: list[str] = []
    folder = package.build(tmp_path, messages.append)
    assert without_times(messages) == [
        "building agent made-up (once)",
        "agent made-up: N s, creating a virtual environment",
        "agent made-up: N s, fetching 1 Python package",
        "agent made-up: N s, copying the packages",
        "agent made-up: N s, compiling bytecode",
        "agent made-up: built in N s",
    ]
    assert list(folder.rglob("made_up.*.pyc"))


def test_an_unknown_certificate_authority_is_named_with_the_fix(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
    make += ["-addext", "subjectAltName=DNS:localhost", "-keyout", "key.pem", "-out", "certificate.pem"]
    subprocess.run(make, cwd=tmp_path, check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tmp_path / "certificate.pem", tmp_path / "key.pem")
    lock = tmp_path / "lock"
    lock.mkdir()
    (lock / "requirements.txt").write_text(f"made-up==1.0 --hash=sha256:{'0' * 64}\n")
    with HTTPServer(("localhost", 0), BaseHTTPRequestHandler) as server:
        server.socket = context.wrap_socket(server.socket, server_side=True)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        monkeypatch.setenv("UV_DEFAULT_INDEX", f"https://localhost:{server.server_port}/simple")
        monkeypatch.setenv("UV_HTTP_RETRIES", "0")

        with pytest.raises(InfraError, match=r"; .* set UV_SYSTEM_CERTS=1"):
            PythonLayer("agent", "made-up", lock).build(tmp_path, print)
        server.shutdown()


def test_missing_npm_is_reported(node: NodeLayer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UserError, match="not on the PATH; apt-get install nodejs npm"):
        node.build(tmp_path, print)


def test_an_old_node_is_named(node: NodeLayer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "bin/node"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\necho v18.20.4\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:{os.environ['PATH']}")
    layers._node_major.cache_clear()
    needy = NodeLayer("agent", "empty", node.lock, node_major=20)
    try:
        assert "node is 18, and it needs 20 or later" in str(needy.lacks())
        assert needy.runtime() == {"/opt/node/bin/node": program}  # not below /usr, so mounted separately
        assert needy.node == "/opt/node/bin/node"
    finally:
        layers._node_major.cache_clear()


def test_a_missing_python_is_named(tmp_path: Path) -> None:
    layer = PythonLayer("agent", "old", tmp_path, "3.2")
    assert str(layer.lacks()) == "it needs Python 3.2; uv python install 3.2, or put one on the PATH"


def test_node_below_usr_needs_no_mount(node: NodeLayer) -> None:
    found = shutil.which("node")
    if found is None or not Path(found).resolve().is_relative_to("/usr"):
        pytest.skip("node is not below /usr here")
    assert NodeLayer("agent", "empty", node.lock, node_major=1).runtime() == {}


def test_an_interpreter_of_pyenvs_is_found_behind_its_shim(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A shim runs only the selected version, so running the shim would fail."""
    root = tmp_path / ".pyenv"
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    shim, real = root / f"shims/python{version}", root / f"versions/{version}.99/bin/python{version}"
    for folder in (shim.parent, real.parent):
        folder.mkdir(parents=True)
    shim.write_text("#!/bin/sh\necho 'pyenv: command not found' >&2\nexit 127\n")
    shim.chmod(0o755)
    real.symlink_to(Path(sys.executable).resolve())
    monkeypatch.setenv("PATH", str(shim.parent))
    monkeypatch.delenv("PYENV_ROOT", raising=False)
    assert PythonLayer("agent", "some", tmp_path, version).interpreter == real


@pytest.fixture
def files(tmp_path: Path) -> FilesLayer:
    folder = tmp_path / "files"
    (folder / "bin").mkdir(parents=True)
    (folder / "bin/hello").write_text("#!/bin/sh\necho hello\n")
    (folder / "settings.toml").write_text("a = 1\n")
    (folder / "settings.toml").chmod(0o700)
    return FilesLayer("harness", "files", folder, programs=("bin/*",))


def test_files_are_copied_and_programs_are_executable(files: FilesLayer, tmp_path: Path) -> None:
    built = files.build(tmp_path, print)
    assert subprocess.run([built / "bin/hello"], capture_output=True, text=True, check=True).stdout == "hello\n"
    assert (built / "settings.toml").read_text() == "a = 1\n"
    assert oct((built / "settings.toml").stat().st_mode)[-3:] == "644"


def test_each_change_of_files_is_another_layer(files: FilesLayer) -> None:
    def digest(**change: tuple[str, ...]) -> str:
        return replace(files, **change).digest  # type: ignore[arg-type]

    digests = [digest(), digest(programs=())]
    (files.lock / "settings.toml").write_text("a = 2\n")
    digests.append(digest())
    (files.lock / "settings.toml").rename(files.lock / "other.toml")
    digests.append(digest())
    (files.lock / "empty.toml").touch()
    digests.append(digest())
    assert len(set(digests)) == len(digests)
    (files.lock / "other.toml").chmod(0o600)
    (files.lock / "__pycache__").mkdir()
    (files.lock / "__pycache__/x.pyc").write_bytes(b"x")
    assert digest() == digests[-1]


def test_a_folder_without_files_is_named(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=f"{tmp_path}/nothing has no files; reinstall the package that provides it"):
        FilesLayer("harness", "files", tmp_path / "nothing").build(tmp_path, print)


def test_versions_are_those_of_the_locks(node: NodeLayer, tmp_path: Path) -> None:
    lock = (
        'one-two==1.2 \\\n    --hash=sha256:00\nother[extra]==3.4rc1 ; python_version > "3" \\\n    --hash=sha256:11\n'
    )
    (tmp_path / "requirements.txt").write_text(lock)
    assert PythonLayer("agent", "some", tmp_path).versions() == {"one-two": "1.2", "other": "3.4rc1"}
    packages = {"": {}, "node_modules/@a/b": {"version": "5"}, "node_modules/@a/b/node_modules/c": {"version": "6"}}
    (node.lock / "package-lock.json").write_text(json.dumps({"packages": packages}))
    assert node.versions() == {"@a/b": "5"}


def test_headwaters_own_interpreter_is_not_shown_twice(tmp_path: Path) -> None:
    assert sys.base_prefix not in PythonLayer("harness", "own", tmp_path).runtime()
    assert PythonLayer("harness", "other", tmp_path, str(tmp_path / "bin/python3")).runtime() == {
        str(tmp_path): tmp_path
    }


def test_the_environment_of_a_copied_interpreter_is_not_shown(tmp_path: Path) -> None:
    # With `venv --copies`, the interpreter resolves to a file inside the environment that Headwater is installed in.
    subprocess.run([sys.executable, "-m", "venv", "--copies", "--without-pip", str(tmp_path / "venv")], check=True)
    shown = (
        "import sys\nfrom pathlib import Path\nfrom headwater.layers import PythonLayer\n"
        "print(dict(PythonLayer('harness', 'own', Path('locks')).runtime()))"
    )
    search_path = os.pathsep.join(path for path in sys.path if path)
    command = [str(tmp_path / "venv/bin/python"), "-c", shown]
    output = subprocess.check_output(command, env={**os.environ, "PYTHONPATH": search_path}, text=True)
    assert output == "{}\n"


def test_remains_of_a_killed_build_are_removed(node: NodeLayer, tmp_path: Path) -> None:
    building_folder = tmp_path / "agents" / f"{node.folder(tmp_path).name}.building"
    (building_folder / "half").mkdir(parents=True)
    node.build(tmp_path, print)
    assert [path.name for path in (tmp_path / "agents").iterdir()] == [node.folder(tmp_path).name]
    assert not (node.folder(tmp_path) / "half").exists()

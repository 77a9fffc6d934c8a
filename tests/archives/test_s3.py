"""A store on an S3 server, with the client that users install."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from uv import find_uv_bin

pytest.importorskip("fsspec")
pytestmark = pytest.mark.installs

PACKAGES = ["s3fs==2026.9.0", "moto[s3]==5.2.5", "flask==3.1.3", "flask-cors==6.0.5"]
"""They are not in the lock of the project, because they need an older python-dateutil than it has."""
SERVER = """
import sys
import time
from moto.server import ThreadedMotoServer
ThreadedMotoServer(ip_address="127.0.0.1", port=int(sys.argv[1])).start()
import boto3
boto3.client("s3", endpoint_url=f"http://127.0.0.1:{sys.argv[1]}").create_bucket(Bucket="bucket")
print("ready", flush=True)
time.sleep(3600)
"""
SHARE = """
import os
import sys
from pathlib import Path
from headwater.archives import ArchiveStore

folder, store = Path(sys.argv[1]), ArchiveStore("s3://bucket/caches")
store.require()
(folder / "built").mkdir()
(folder / "built/small").write_text("content")
(folder / "built/large").write_bytes(os.urandom(30 << 20))
assert store.offer("snapshots/a", folder / "built")
other = ArchiveStore("s3://bucket/caches")
assert other.fetch("snapshots/a", folder / "fetched")
assert (folder / "fetched/small").read_text() == "content"
assert (folder / "fetched/large").read_bytes() == (folder / "built/large").read_bytes()
assert not ArchiveStore("s3://bucket/caches").offer("snapshots/a", folder / "built"), "it is there"
assert not other.fetch("snapshots/b", folder / "other")
names = store._files.find("bucket/caches")
assert len(names) == 2, names
"""
REFUSED = """
from headwater.archives import ArchiveStore
from headwater.errors import FileAccessError
try:
    ArchiveStore("s3://absent/caches").require()
except FileAccessError as error:
    print(error)
"""


@pytest.fixture(scope="module")
def env(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """The environment of a process that can use the server."""
    site = tmp_path_factory.mktemp("site")
    subprocess.run([find_uv_bin(), "pip", "install", "-q", "--target", site, *PACKAGES], check=True)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
    variables = {
        **os.environ,
        "PYTHONPATH": str(site),
        "AWS_ACCESS_KEY_ID": "key",
        "AWS_SECRET_ACCESS_KEY": "secret",
        "AWS_DEFAULT_REGION": "us-east-1",
        "AWS_ENDPOINT_URL": f"http://127.0.0.1:{port}",
    }
    server = subprocess.Popen(
        [sys.executable, "-c", SERVER, str(port)],
        env=variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert server.stdout is not None
    deadline = time.monotonic() + 120
    while server.stdout.readline().strip() != "ready":
        assert server.poll() is None
        assert time.monotonic() < deadline
    yield variables
    server.kill()
    server.wait()


def test_a_bucket_shares_a_folder(tmp_path: Path, env: dict[str, str]) -> None:
    completed = subprocess.run(
        [sys.executable, "-c", SHARE, tmp_path], env=env, capture_output=True, text=True, check=False, timeout=300
    )
    assert completed.returncode == 0, completed.stderr


def test_a_bucket_that_does_not_exist_is_one_line_and_not_made(env: dict[str, str]) -> None:
    completed = subprocess.run(
        [sys.executable, "-c", REFUSED], env=env, capture_output=True, text=True, check=False, timeout=300
    )
    assert completed.returncode == 0, completed.stderr
    assert completed.stdout.startswith("--ray-store s3://absent/caches: cannot be used: FileNotFoundError: ")
    assert completed.stdout.count("\n") == 1

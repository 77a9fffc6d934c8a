"""Files of the oldest supported DuckDB and of other versions are read, or one line says what to do."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import duckdb
import pytest

from headwater.context.engines import ReadLimits, open_reader
from headwater.errors import UserError

OLDEST = "1.4"
ROOT = Path(__file__).parents[3]
TABLE = "create table t as select range as id, 'v' || range as v from range(10); create view n as select sum(id) from t"
READ = """
import sys
from pathlib import Path
from headwater.context.engines import ReadLimits, open_reader
from headwater.errors import UserError
try:
    reader = open_reader("x", sys.argv[1], Path("/"))
    measured = [reader.profile(table, 10) for table in reader.structure().tables]
    assert not any(table.problem for table in measured), measured
    print(reader.query("from n", ReadLimits()).rows)
except UserError as error:
    print(error)
"""
MEANT_FOR_1_4 = ("v1.0.0", "v1.4.0")


def with_version(content: bytes, version: int) -> bytes:
    """Return a DuckDB file with another version in its header, and a matching checksum."""
    header = bytearray(content[:4096])
    header[12:20] = version.to_bytes(8, "little")
    checksum = 5381
    for start in range(8, 4096, 8):
        checksum ^= int.from_bytes(header[start : start + 8], "little") * 0xBF58476D1CE4E5B9 % 2**64
    header[:8] = checksum.to_bytes(8, "little")
    return bytes(header) + content[4096:]


def written(path: Path, storage: str | None = None) -> Path:
    options = f"(storage_version '{storage}')" if storage else ""
    with duckdb.connect() as connection:
        connection.execute(f"attach '{path}' as {path.stem} {options}; use {path.stem}; {TABLE}")
    return path


def test_a_file_of_a_future_version_is_reported_in_one_line(tmp_path: Path) -> None:
    path = written(tmp_path / "newer.duckdb")
    known = int.from_bytes(path.read_bytes()[12:20], "little")
    path.write_bytes(with_version(path.read_bytes(), known))
    open_reader("x", str(path), Path("/")).close()  # opening the file proves that the checksum is DuckDB's
    path.write_bytes(with_version(path.read_bytes(), 60_000))
    with pytest.raises(UserError, match=f"another version of DuckDB than {duckdb.__version__} can read") as refused:
        open_reader("x", str(path), Path("/"))
    assert "60000" in str(refused.value)
    assert "pip install -U duckdb" in str(refused.value)
    assert "\n" not in str(refused.value)


# The following tests use the oldest supported DuckDB.


@pytest.fixture(scope="module")
def oldest(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment whose Python imports the oldest DuckDB instead of the installed one."""
    folder = tmp_path_factory.mktemp("oldest")
    install = [sys.executable, "-m", "uv", "pip", "install", "-q", "--target", str(folder), f"duckdb=={OLDEST}.*"]
    subprocess.run([*install, "--python", sys.executable], check=True)
    before = os.environ.get("PYTHONPATH", "")
    env = {**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{before}"}
    assert ran(env, "-c", "import duckdb; print(duckdb.__version__)").startswith(f"{OLDEST}.")
    return env


def ran(env: dict[str, str], *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, *arguments], env=env, cwd=ROOT, capture_output=True, text=True, check=False, timeout=1100
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.minutes
def test_files_of_the_oldest_version_are_read(oldest: dict[str, str], tmp_path: Path) -> None:
    path = tmp_path / "old.duckdb"
    ran(oldest, "-c", f"import duckdb; duckdb.connect({str(path)!r}).execute({TABLE!r})")
    reader = open_reader("x", str(path), Path("/"))
    assert reader.query("from n", ReadLimits()).rows == ((45,),)
    reader.close()


@pytest.mark.minutes
@pytest.mark.parametrize("storage", [*MEANT_FOR_1_4, "v1.5.0", "latest", None])
def test_the_oldest_version_reads_its_files_and_refuses_others_with_a_fix(
    oldest: dict[str, str], tmp_path: Path, storage: str | None
) -> None:
    message = ran(oldest, "-c", READ, str(written(tmp_path / "new.duckdb", storage)))
    if storage in MEANT_FOR_1_4:
        assert message == "((45,),)\n"
        return
    assert f"it was written by another version of DuckDB than {OLDEST}." in message
    assert "pip install -U duckdb" in message
    assert len(message.splitlines()) == 1


@pytest.mark.minutes
def test_a_log_that_the_oldest_cannot_read_is_one_line(oldest: dict[str, str], tmp_path: Path) -> None:
    path = tmp_path / "left.duckdb"
    statements = f"{TABLE}; create index i on t(id); insert into t values (11, 'x')"
    code = f"import duckdb, os; open = duckdb.connect({str(path)!r}); open.execute({statements!r}); os._exit(0)"
    ran(oldest, "-c", code)
    message = ran(oldest, "-c", READ, str(path))
    assert "whoever wrote to it last did not close it" in message
    assert len(message.splitlines()) == 1


@pytest.mark.minutes
def test_the_catalogs_tests_pass_with_the_oldest(oldest: dict[str, str]) -> None:
    engine = [path for path in Path(__file__).parent.glob("test_duckdb*.py") if path != Path(__file__)]
    more = ("engines/test_files.py", "live", "verify/test_verify.py", "test_ask.py")
    paths = [*map(str, engine), *(f"tests/context/{name}" for name in more)]
    assert " passed" in ran(oldest, "-m", "pytest", "-p", "no:cacheprovider", *paths)

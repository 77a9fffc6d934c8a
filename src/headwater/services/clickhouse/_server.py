"""Runs a ClickHouse server from the ``chdb-core`` wheel. The sandbox's Python runs this file as a script.

    python _server.py SITE HOME

The wheel's low-level query function goes through clickhouse-local, which can start HTTP and native listeners. A query
that starts them and then never ends is a server. This is undocumented, so the wheel is pinned and a test guards it.
``HOME`` has config.xml and must be the working directory.

This file bypasses the package's ``__init__``, which opens and closes an engine first and so shuts down the Kafka table
engine.
"""

import ctypes
import importlib.machinery
import importlib.util
import os
import sys
import types
from pathlib import Path

_RTLD_DEEPBIND = 8
_SERVE = (
    "SYSTEM START LISTEN HTTP; SYSTEM START LISTEN TCP; SELECT sleepEachRow(0.2) FROM system.numbers "
    "FORMAT Null SETTINGS max_block_size = 1, function_sleep_max_microseconds_per_block = 0"
)


def _load(site: Path) -> types.ModuleType:
    folder = site / "chdb"
    package = types.ModuleType("chdb")
    package.__path__ = [str(folder)]
    sys.modules["chdb"] = package
    os.chdir(folder)
    library = str(folder / "_chdb.abi3.so")
    ctypes.CDLL(library, mode=sys.getdlopenflags() | _RTLD_DEEPBIND)
    loader = importlib.machinery.ExtensionFileLoader("chdb._chdb", library)
    spec = importlib.util.spec_from_file_location("chdb._chdb", library, loader=loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["chdb._chdb"] = module
    loader.exec_module(module)
    return module


def main() -> None:
    """Serve until killed."""
    engine = _load(Path(sys.argv[1]))
    os.chdir(sys.argv[2])
    ended = engine.query(_SERVE, "TSV", path=sys.argv[3])
    sys.exit(f"the server ended: {ended.error_message().partition(', Stack trace')[0]}")


if __name__ == "__main__":
    main()

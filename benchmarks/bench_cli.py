"""How long `headwater --help` takes, beside Python's own start-up."""

from __future__ import annotations

import subprocess
import sys
import time

from _scratch import HEADWATER, show

REPEATS = 21


def _time(*command: object) -> float:
    started = time.perf_counter()
    subprocess.run(list(map(str, command)), check=True, capture_output=True)
    return time.perf_counter() - started


def main() -> None:
    _time(HEADWATER, "--help")
    python = show("python -c pass", [_time(sys.executable, "-c", "pass") for _ in range(REPEATS)])
    ours = show("headwater --help", [_time(HEADWATER, "--help") for _ in range(REPEATS)], claim=0.15)
    print(f"ratio: {ours / python:.1f}")


if __name__ == "__main__":
    main()

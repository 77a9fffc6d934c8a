"""The time and the processor time of `headwater --help`; baseline: the start of Python itself, in turns."""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from dataclasses import dataclass

from _scratch import HEADWATER, show

REPEATS = 21
MOST = 5
"""The maximum processor time of `--help`, in starts of a bare interpreter."""


@dataclass(frozen=True)
class Timing:
    """The seconds of one process."""

    clock: float
    processor: float


def _time(*command: object) -> Timing:
    before, started = _processor(), time.perf_counter()
    subprocess.run(list(map(str, command)), check=True, capture_output=True)
    return Timing(time.perf_counter() - started, _processor() - before)


def _processor() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> None:
    _time(HEADWATER, "--help")
    python, headwater_times = [], []
    for _ in range(REPEATS):
        python.append(_time(sys.executable, "-c", "pass"))
        headwater_times.append(_time(HEADWATER, "--help"))
    clock = show("python -c pass", [each.clock for each in python])
    help_clock = show("headwater --help", [each.clock for each in headwater_times], claim=0.15)
    processor = show("python -c pass, processor", [each.processor for each in python])
    help_processor = show("headwater --help, processor", [each.processor for each in headwater_times])
    ratio = help_processor / processor
    print(f"ratio: {help_clock / clock:.1f} by the clock, {ratio:.1f} in processor time  (claim: {MOST} at most)")
    if ratio > MOST:
        sys.exit(1)


if __name__ == "__main__":
    main()

"""Run attempts in new processes until one succeeds or fails permanently, as docs/start.md describes."""

import os
import subprocess
import sys
import time

from invoicing.attempt import MISCONFIGURED, NOT_READY

ATTEMPT = [sys.executable, "-m", "invoicing.attempt"]
PAUSE_SEC = 1.0


def main() -> int:
    try:
        deadline = time.monotonic() + float(os.environ.get("START_DEADLINE_SEC") or 60)
    except ValueError:
        print("START_DEADLINE_SEC is no number", file=sys.stderr)
        return MISCONFIGURED
    while (code := subprocess.run(ATTEMPT).returncode) == NOT_READY:
        if time.monotonic() + PAUSE_SEC > deadline:
            print("giving up: the time for the start is over", file=sys.stderr)
            return NOT_READY
        time.sleep(PAUSE_SEC)
    return code


if __name__ == "__main__":
    sys.exit(main())

"""Start dbt where libfaketime is preloaded, with a ``time.sleep`` that works there.

Python sleeps until a deadline of the machine's clock. libfaketime 0.9.10 takes that for one of the faked clock, so that
each sleep fails; it leaves waits for a number of seconds alone.
"""

import select
import sys
import time


def _sleep(seconds: float) -> None:
    select.select((), (), (), seconds)


time.sleep = _sleep

from dbt.cli.main import cli  # noqa: E402 - what it imports is to find this sleep

if __name__ == "__main__":
    sys.argv[0] = "dbt"
    cli()

"""Start dbt under a preloaded libfaketime, with a ``time.sleep`` that works there.

Python sleeps until a deadline on the machine's clock. libfaketime 0.9.10 interprets that as a deadline on the faked
clock, so every sleep fails; it does not affect waits with a relative timeout.
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

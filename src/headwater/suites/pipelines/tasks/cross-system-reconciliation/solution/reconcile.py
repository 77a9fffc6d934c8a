"""Compare Postgres, the topic and ClickHouse, report the differences, and make ClickHouse equal to Postgres."""

import argparse
import sys
from decimal import Decimal, InvalidOperation
from typing import NoReturn

from reconciliation import drift, repair, report, systems

EXIT_CODES = """\
exit codes:
  0   ClickHouse agrees with Postgres, perhaps after the repair
  1   a system cannot be reached or is not configured, or the run cannot be done
  2   --check-only found drift in ClickHouse
  64  wrong usage
"""


class Parser(argparse.ArgumentParser):
    """A parser that exits with 64 on wrong usage, because 2 means drift."""

    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        self.exit(64, f"{self.prog}: {message}\n")


def tolerance(text: str) -> Decimal:
    """Parse a finite, non-negative amount."""
    try:
        value = Decimal(text)
    except InvalidOperation:
        raise argparse.ArgumentTypeError(f"{text!r} is no number") from None
    if not value.is_finite() or value < 0:
        raise argparse.ArgumentTypeError(f"{text!r} is no amount of 0 or more")
    return value


def parse() -> argparse.Namespace:
    """Parse the command line."""
    parser = Parser(
        description=__doc__, epilog=EXIT_CODES, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check-only", action="store_true", help="write the report and change no database")
    parser.add_argument(
        "--tolerance",
        type=tolerance,
        default=Decimal(0),
        metavar="AMOUNT",
        help="amounts that differ by up to this are equal (default: 0, exactly)",
    )
    return parser.parse_args()


def run(options: argparse.Namespace) -> int:
    """Run one reconciliation and return the exit code."""
    with systems.open_postgres() as postgres, systems.open_clickhouse() as clickhouse:
        found = drift.find(postgres, clickhouse, options.tolerance)
        repaired = found.in_clickhouse and not options.check_only
        if repaired:
            repair.repair(clickhouse, found)
        elif not options.check_only:
            repair.tidy(clickhouse)
    report.write(report.build(found, options.tolerance, check_only=options.check_only))
    report.log(found, repaired=repaired)
    return 2 if found.in_clickhouse and options.check_only else 0


def main() -> int:
    """Run the reconciliation; report a failed system in one line."""
    options = parse()
    try:
        return run(options)
    except systems.SystemFailureError as failure:
        print(f"reconcile: {failure}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())

"""Reads results from job folders as tidy rows, one per trial. Unreadable records are reported, never dropped silently.

``Row`` is the only definition of the schema. Every table, export, statistic and page uses these columns. This package
needs only the base installation.
"""

from headwater.results._dec_bench import read_dec_bench
from headwater.results._effort import Effort, Efforts, read_efforts
from headwater.results._problems import ReadProblem
from headwater.results._read import ReadRows, read_jobs, rows_of
from headwater.results._row import COLUMNS, IDENTITY, Row, RowColumn, make_row, to_plain

__all__ = [
    "COLUMNS",
    "IDENTITY",
    "Effort",
    "Efforts",
    "ReadProblem",
    "ReadRows",
    "Row",
    "RowColumn",
    "make_row",
    "read_dec_bench",
    "read_efforts",
    "read_jobs",
    "rows_of",
    "to_plain",
]

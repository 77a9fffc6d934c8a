"""Results: one tidy row a trial, read from the folders of jobs; what cannot be read is listed, never lost.

``Row`` is the schema, in one place: every table, export, statistic and page is made of these columns. Nothing here
needs more than the base install.
"""

from headwater.results._dec_bench import read_dec_bench
from headwater.results._effort import Effort, Efforts, read_efforts
from headwater.results._problems import Problem
from headwater.results._read import Read, read_jobs, rows_of
from headwater.results._row import COLUMNS, IDENTITY, Column, Row, make_row, to_plain

__all__ = [
    "COLUMNS",
    "IDENTITY",
    "Column",
    "Effort",
    "Efforts",
    "Problem",
    "Read",
    "Row",
    "make_row",
    "read_dec_bench",
    "read_efforts",
    "read_jobs",
    "rows_of",
    "to_plain",
]

"""Reads the source that an agent left, as data, and says what is unfit for production.

Nothing here executes or imports the code. Whatever a file contains, no function raises: what cannot be
analysed is a finding of `unparsable` or is named by `unread`. A finding that the task's own text already had
is not the agent's, and a wrong finding is worse than a missed one, so every check knows the honest patterns.
Python is read with the grammar of the interpreter that grades.
"""

from headwater.grading.code._connections import connection_literals
from headwater.grading.code._credentials import hardcoded_credentials
from headwater.grading.code._errors import swallowed_errors
from headwater.grading.code._leftovers import debug_leftovers
from headwater.grading.code._names import undefined_names
from headwater.grading.code._parsing import unparsable
from headwater.grading.code._queries import unparameterised_sql
from headwater.grading.code._size import oversized_functions
from headwater.grading.code._source import Finding, Source, unread

__all__ = [
    "Finding",
    "Source",
    "connection_literals",
    "debug_leftovers",
    "hardcoded_credentials",
    "oversized_functions",
    "swallowed_errors",
    "undefined_names",
    "unparameterised_sql",
    "unparsable",
    "unread",
]

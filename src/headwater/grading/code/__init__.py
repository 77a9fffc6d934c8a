"""Analyses an agent's source code without running it, and reports code that is unfit for production.

No function raises, whatever a file contains. A file that cannot be analysed is reported by `unparsable` or listed by
`unread`. Problems that the task's shipped text already had are not attributed to the agent. A false positive is worse
than a missed finding, so every check accepts the legitimate patterns. Python is parsed with the grammar of the
interpreter that runs grading.
"""

from headwater.grading.code._connections import connection_literals
from headwater.grading.code._credentials import hardcoded_credentials
from headwater.grading.code._debugging import debug_leftovers
from headwater.grading.code._errors import swallowed_errors
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

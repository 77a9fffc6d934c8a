"""Implements the gates of the suite, which compare the agent output and rebuild it from the raw database.

A task's ``checks.py`` is two lines::

    from headwater.suites.spider2.grading import GradedInstance, checks_of
    globals().update(checks_of(GradedInstance(entry=…, database="shop.duckdb", truth="gold", …)))

Databases are compared in a separate sandbox, by the version of DuckDB that wrote them.
"""

from headwater.suites.spider2.grading._checks import checks_of
from headwater.suites.spider2.grading._instance import GradedInstance, ReferenceFacts

__all__ = ["GradedInstance", "ReferenceFacts", "checks_of"]

"""Provides current knowledge of a project by checking files and databases for changes before each answer.

A scanned index is the starting point, and only the parts that an answer needs are read again: a dbt project's files if
their content changed, a DuckDB file's tables if the file changed, and a table's profile when it is requested. A scan is
not required. A folder with a dbt project is sufficient, and the DuckDB files in it are its warehouse. No file stays
open between two answers, so that dbt can write to its database.

    >>> project = LiveProject(Path("my-dbt-project"))
    >>> project.lineage().upstream("orders.amount")
    >>> project.measured(project.table("orders"))
"""

from headwater.context.live._catalog import LiveCatalog
from headwater.context.live._project import LiveProject

__all__ = ["LiveCatalog", "LiveProject"]

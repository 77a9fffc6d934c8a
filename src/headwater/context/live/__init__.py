"""Provides current knowledge about a project by checking its files and databases for changes before each answer.

It starts from a scanned index, and reads again only what an answer needs: a dbt project's files if their content has
changed, a DuckDB file's tables if the file has changed, and a table's profile when it is requested. A scan is not
required. A folder with a dbt project is sufficient, and the DuckDB files in the folder are its warehouse. No file stays
open between two answers, so that dbt can write to its database.

    >>> project = LiveProject(Path("my-dbt-project"))
    >>> project.lineage().upstream("orders.amount")
    >>> project.measured(project.table("orders"))
"""

from headwater.context.live._catalog import LiveCatalog
from headwater.context.live._project import LiveProject

__all__ = ["LiveCatalog", "LiveProject"]

"""What is known of a project at this moment: files and databases are looked at again before each answer.

An index that was scanned is taken as it is, and what has changed since is read anew as far as an answer needs it: a
dbt project's files by their times and content, a DuckDB file's tables when the file is another, one table's profile
when that table is asked for. Nothing has to be scanned before: a folder with a dbt project will do, and the DuckDB
files in it are its warehouse. No file is held open between two answers, so that dbt can write to its database.

>>> project = LiveProject(Path("my-dbt-project"))
>>> project.lineage().upstream("orders.amount")
>>> project.measured(project.table("orders"))
"""

from headwater.context.live._catalog import LiveCatalog
from headwater.context.live._project import LiveProject

__all__ = ["LiveCatalog", "LiveProject"]

"""Generate semantic sources from the catalog and dbt's semantic models, as files that people then edit."""

from headwater.context.semantic.generation._catalog import OfCatalog, from_catalog
from headwater.context.semantic.generation._dbt import from_project
from headwater.context.semantic.generation._dbt_entries import Translated
from headwater.context.semantic.generation._files import Generated, generate
from headwater.context.semantic.generation._relationships import Orphans

__all__ = ["Generated", "OfCatalog", "Orphans", "Translated", "from_catalog", "from_project", "generate"]

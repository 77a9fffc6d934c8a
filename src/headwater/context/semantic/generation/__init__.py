"""Generates semantic sources from the catalog and dbt's semantic models, as files that users can edit."""

from headwater.context.semantic.generation._catalog import CatalogSources, from_catalog
from headwater.context.semantic.generation._dbt import from_project
from headwater.context.semantic.generation._dbt_entries import Translation
from headwater.context.semantic.generation._files import GeneratedFile, generate
from headwater.context.semantic.generation._relationships import Orphans

__all__ = ["CatalogSources", "GeneratedFile", "Orphans", "Translation", "from_catalog", "from_project", "generate"]

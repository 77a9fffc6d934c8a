"""Reads an incremental model's ``unique_key``, by which dbt replaces rows."""

from __future__ import annotations

from headwater.dbt import DbtProject, Node
from headwater.dbt.jinja import Renderer

_WITHOUT_KEY = ("append", "insert_overwrite", "microbatch")
"""Strategies that add or replace rows without a key."""


def incremental_key(project: DbtProject, node: Node) -> tuple[str, ...]:
    """Return the columns in ``unique_key``, by which dbt replaces a model's rows. Empty if dbt does not replace rows.

    The model's own ``config(…)`` takes precedence over ``dbt_project.yml`` and YAML.
    """
    template, snapshot = project.template(node)
    config = {**node.config, **Renderer(project).render(template, node, snapshot).config}
    if config.get("materialized") != "incremental" or config.get("incremental_strategy") in _WITHOUT_KEY:
        return ()
    key = config.get("unique_key") or ()
    names = key if isinstance(key, list | tuple) else (key,)
    return tuple(str(name).lower() for name in names)

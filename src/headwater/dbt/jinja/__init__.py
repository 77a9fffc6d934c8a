"""Renders dbt's dialect of Jinja without dbt and without a warehouse. Templates are untrusted."""

from headwater.dbt.jinja._budget import OverBudgetError
from headwater.dbt.jinja._names import RenderableProject, Target
from headwater.dbt.jinja._regex import safe_pattern
from headwater.dbt.jinja._render import Renderer
from headwater.dbt.jinja._rendered import Rendered
from headwater.dbt.jinja._sandbox import LineMap
from headwater.dbt.jinja._signals import UNRESOLVED

__all__ = [
    "UNRESOLVED",
    "LineMap",
    "OverBudgetError",
    "RenderableProject",
    "Rendered",
    "Renderer",
    "Target",
    "safe_pattern",
]

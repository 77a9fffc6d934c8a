"""Jinja as dbt knows it, rendered without dbt, without a warehouse and without trust in the templates."""

from headwater.context.dbt.jinja._budget import OverBudgetError
from headwater.context.dbt.jinja._names import Project, Target
from headwater.context.dbt.jinja._regex import safe_pattern
from headwater.context.dbt.jinja._render import Renderer
from headwater.context.dbt.jinja._rendering import Rendered
from headwater.context.dbt.jinja._sandbox import LineMap
from headwater.context.dbt.jinja._signals import UNRESOLVED

__all__ = ["UNRESOLVED", "LineMap", "OverBudgetError", "Project", "Rendered", "Renderer", "Target", "safe_pattern"]

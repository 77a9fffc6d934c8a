"""Headwater evaluates AI coding agents on data engineering.

A *trial* gives one agent one task in a sealed sandbox with real databases and streams, freezes the resulting state, and
grades it through five ordered gates. The main packages, in the order in which a trial passes through them, are
``suites`` -> ``jobs`` -> ``trials`` -> ``snapshots`` -> ``sandbox`` and ``services`` -> ``agents`` -> ``grading`` ->
``records``.

This module exports the Python API, which docs/api.md describes. Each part is loaded on first use.
"""

TYPE_CHECKING = False  # type checkers treat this as true, and importing typing is slow

__version__ = "0.1.0"

__all__ = [
    "Executor",
    "HeadwaterError",
    "InfraError",
    "Job",
    "JobStatus",
    "Limits",
    "NoRoomError",
    "Progress",
    "PromptVariant",
    "Results",
    "Task",
    "TasksBrokenError",
    "UserError",
    "__version__",
    "find_tasks",
    "run",
]

if TYPE_CHECKING:
    from headwater.api import Job, JobStatus, Results, run
    from headwater.errors import HeadwaterError, InfraError, NoRoomError, TasksBrokenError, UserError
    from headwater.jobs import Progress
    from headwater.jobs.executors import Executor
    from headwater.records import Limits, PromptVariant
    from headwater.suites import find_tasks
    from headwater.tasks import Task
else:
    _PLACES = {
        "Executor": "headwater.jobs.executors",
        "HeadwaterError": "headwater.errors",
        "InfraError": "headwater.errors",
        "Job": "headwater.api",
        "JobStatus": "headwater.api",
        "Limits": "headwater.records",
        "NoRoomError": "headwater.errors",
        "Progress": "headwater.jobs",
        "PromptVariant": "headwater.records",
        "Results": "headwater.api",
        "Task": "headwater.tasks",
        "TasksBrokenError": "headwater.errors",
        "UserError": "headwater.errors",
        "find_tasks": "headwater.suites",
        "run": "headwater.api",
    }

    def __getattr__(name):  # noqa: ANN001, ANN202 - type checkers read the imports above
        from importlib import import_module

        if name not in _PLACES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = globals()[name] = getattr(import_module(_PLACES[name]), name)
        return value

    def __dir__():  # noqa: ANN202
        return sorted({*globals(), *__all__})

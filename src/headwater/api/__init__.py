"""Implements the public Python API (``import headwater``), which is documented in docs/api.md."""

from headwater.api._job import Job, JobStatus
from headwater.api._results import Results
from headwater.api._run import run
from headwater.api._select import PROMPTS

__all__ = ["PROMPTS", "Job", "JobStatus", "Results", "run"]

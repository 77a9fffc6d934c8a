"""Implements the Python API, which ``import headwater`` exports and docs/api.md describes."""

from headwater.api._job import Job, JobStatus
from headwater.api._results import Results
from headwater.api._run import run
from headwater.api._select import PROMPTS

__all__ = ["PROMPTS", "Job", "JobStatus", "Results", "run"]

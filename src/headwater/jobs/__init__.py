"""Runs jobs, which are matrices of trials. Several trials run at a time, and jobs can be resumed and regraded."""

from headwater.caches import home
from headwater.jobs._budget import parse_budget, parse_rates
from headwater.jobs._choose import choose_once
from headwater.jobs._collect import collect_left
from headwater.jobs._failed import failed_trials, trials_again
from headwater.jobs._folder import JobFolder, damaged
from headwater.jobs._job_budget import require_room_for_a_trial
from headwater.jobs._leaks import LeakScans
from headwater.jobs._log import LineFormatter
from headwater.jobs._matrix import expand
from headwater.jobs._models import require_models
from headwater.jobs._people import require_people
from headwater.jobs._progress import Progress
from headwater.jobs._proof_job import open_proof
from headwater.jobs._proof_trials import Attacks, other_harnesses, proof_trials
from headwater.jobs._proofs import changed_tasks, record_proofs
from headwater.jobs._prove import Mounting, Proven, measure_mounting, prove_harness
from headwater.jobs._readable import ReadableTasks, readable_tasks
from headwater.jobs._regrade import Regraded, regrade_job
from headwater.jobs._resume import reopen_job
from headwater.jobs._run import JobOutcome, require_services, run_job
from headwater.jobs._settings import require_harnesses
from headwater.jobs._validate import ProofProblem, check_determinism, find_problems
from headwater.jobs._without_states import WithoutStates

__all__ = [
    "Attacks",
    "JobFolder",
    "JobOutcome",
    "LeakScans",
    "LineFormatter",
    "Mounting",
    "Progress",
    "ProofProblem",
    "Proven",
    "ReadableTasks",
    "Regraded",
    "WithoutStates",
    "changed_tasks",
    "check_determinism",
    "choose_once",
    "collect_left",
    "damaged",
    "expand",
    "failed_trials",
    "find_problems",
    "home",
    "measure_mounting",
    "open_proof",
    "other_harnesses",
    "parse_budget",
    "parse_rates",
    "proof_trials",
    "prove_harness",
    "readable_tasks",
    "record_proofs",
    "regrade_job",
    "reopen_job",
    "require_harnesses",
    "require_models",
    "require_people",
    "require_room_for_a_trial",
    "require_services",
    "run_job",
    "trials_again",
]

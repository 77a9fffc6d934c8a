"""Evolves questions: solvers attempt a question, and a generator makes it harder as long as too many solve it."""

from headwater.suites.discovery.evolving._agents import Agents, AgentSolver
from headwater.suites.discovery.evolving._evolve import EvolutionResult, EvolutionSettings, evolve, settings_digest
from headwater.suites.discovery.evolving._harder import harder
from headwater.suites.discovery.evolving._history import (
    Attempted,
    Diagnosed,
    Ended,
    Hardened,
    History,
    Rated,
    Started,
    read_history,
)
from headwater.suites.discovery.evolving._model_generator import ModelGenerator
from headwater.suites.discovery.evolving._ports import (
    Bench,
    Diagnosis,
    DiagnosisKind,
    EvolutionEnding,
    Generator,
    Solver,
    SolverAttempt,
    Step,
)
from headwater.suites.discovery.evolving._rule_generator import RuleGenerator
from headwater.suites.discovery.evolving._without_model import SolverWithoutModel

__all__ = [
    "AgentSolver",
    "Agents",
    "Attempted",
    "Bench",
    "Diagnosed",
    "Diagnosis",
    "DiagnosisKind",
    "Ended",
    "EvolutionEnding",
    "EvolutionResult",
    "EvolutionSettings",
    "Generator",
    "Hardened",
    "History",
    "ModelGenerator",
    "Rated",
    "RuleGenerator",
    "Solver",
    "SolverAttempt",
    "SolverWithoutModel",
    "Started",
    "Step",
    "evolve",
    "harder",
    "read_history",
    "settings_digest",
]

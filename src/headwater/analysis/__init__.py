"""Computes statistics over a tidy table of trials with pure functions.

``load`` reads jobs and tables. The other functions take its result, count only trials that are not excluded, refuse to
mix versions, and return every number with its interval, its n, and *notes*: sentences that a reader must see along with
the number.

- ``summarize``: scores, solve rate, gate attrition, pass@k and pass^k per group
- ``efficiency``: cost, time and tokens of trials that reached the same gate, cost per solved task, and the frontier
- ``exclusions``: groups whose trials were excluded more often than those of other groups on the same tasks
- ``compare``: a candidate against a baseline, on the tasks that both ran
- ``rank``, ``lift``: groups or levels of a factor, compared by paired differences and corrected as a family
- ``calibrate``: the difficulty of tasks for the agents that attempted them, and whether declared levels separate
- ``items``: the difficulty, discrimination and stability of tasks, and the checks that no trial has passed
- ``mann_whitney`` and other hypothesis tests on plain samples
"""

from headwater.analysis._attempts import ALL, BUILT_INS
from headwater.analysis._calibrate import HALF_WIDTH, Calibration, calibrate
from headwater.analysis._compare import Comparison, compare
from headwater.analysis._design import Design
from headwater.analysis._difficulty import Difficulty, EffortPerSolved, Level
from headwater.analysis._efficiency import Efficiency, EfficiencySummary, Medians, efficiency
from headwater.analysis._exclusion import Exclusion, exclusions, flagged
from headwater.analysis._files import read_table, write_table
from headwater.analysis._interval import (
    CONFIDENCE,
    Estimate,
    attempts_needed,
    bootstrap_ratio,
    clustered_mean,
    mean_difference,
    median,
    wilson,
)
from headwater.analysis._items import Items, TaskItem, UnpassedCheck, items, unpassed_checks
from headwater.analysis._load import TrialTable, load, to_rows, to_table
from headwater.analysis._notes import About, Note, confounding
from headwater.analysis._pairs import CellPair, CellSide, Difference
from headwater.analysis._passk import pass_at_k, pass_hat_k
from headwater.analysis._power import Power, power_between, power_of
from headwater.analysis._query import CONDITION, FACTORS, GATES, MEASURES
from headwater.analysis._rank import FEWEST_TASKS, Contrast, Ranking, lift, rank
from headwater.analysis._schema import SCHEMA
from headwater.analysis._separation import Separation
from headwater.analysis._summary import Summary, TrialGroup, summarize
from headwater.analysis._tests import (
    Significance,
    blocked_permutation,
    fisher_exact,
    holm,
    kruskal_wallis,
    mann_whitney,
    mcnemar,
    sign_flip,
    van_elteren,
)

__all__ = [
    "ALL",
    "BUILT_INS",
    "CONDITION",
    "CONFIDENCE",
    "FACTORS",
    "FEWEST_TASKS",
    "GATES",
    "HALF_WIDTH",
    "MEASURES",
    "SCHEMA",
    "About",
    "Calibration",
    "CellPair",
    "CellSide",
    "Comparison",
    "Contrast",
    "Design",
    "Difference",
    "Difficulty",
    "Efficiency",
    "EfficiencySummary",
    "EffortPerSolved",
    "Estimate",
    "Exclusion",
    "Items",
    "Level",
    "Medians",
    "Note",
    "Power",
    "Ranking",
    "Separation",
    "Significance",
    "Summary",
    "TaskItem",
    "TrialGroup",
    "TrialTable",
    "UnpassedCheck",
    "attempts_needed",
    "blocked_permutation",
    "bootstrap_ratio",
    "calibrate",
    "clustered_mean",
    "compare",
    "confounding",
    "efficiency",
    "exclusions",
    "fisher_exact",
    "flagged",
    "holm",
    "items",
    "kruskal_wallis",
    "lift",
    "load",
    "mann_whitney",
    "mcnemar",
    "mean_difference",
    "median",
    "pass_at_k",
    "pass_hat_k",
    "power_between",
    "power_of",
    "rank",
    "read_table",
    "sign_flip",
    "summarize",
    "to_rows",
    "to_table",
    "unpassed_checks",
    "van_elteren",
    "wilson",
    "write_table",
]

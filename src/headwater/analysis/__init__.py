"""Analysis: what results show, and what they do not. Pure functions over a tidy table of trials.

``load`` reads jobs and tables; each function takes what it returns, counts only trials that are evidence, refuses to
mix versions, and gives every number with its interval, its n, and *notes*: what has to be said beside it, in words.

- ``summarize``: scores, solve rate, gate attrition, pass@k and pass^k of groups
- ``efficiency``: cost, time and tokens of trials that came equally far; cost per solved task; the frontier
- ``exclusions``: where trials of a group were excluded more often than those of the others on the same tasks
- ``compare``: a baseline and a candidate on the tasks that both ran
- ``rank``, ``lift``: groups, or levels of a factor, by paired differences, corrected as a family
- ``calibrate``: how hard tasks were for those who attempted them, and whether the levels that they declare separate
- ``items``: tasks by difficulty, discrimination and stability, and checks that nothing has passed
- ``mann_whitney`` and its like: the tests themselves, on plain samples
"""

from headwater.analysis._attempts import ALL, BUILT_INS
from headwater.analysis._calibrate import HALF_WIDTH, Calibration, calibrate
from headwater.analysis._compare import Comparison, compare
from headwater.analysis._difficulty import Difficulty, Level
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
from headwater.analysis._items import Item, Items, UnpassedCheck, items, unpassed_checks
from headwater.analysis._load import TrialTable, load, to_rows, to_table
from headwater.analysis._notes import About, Note, confounding
from headwater.analysis._pairs import Difference, Pair, Side
from headwater.analysis._passk import pass_at_k, pass_hat_k
from headwater.analysis._power import Power, power_between, power_of
from headwater.analysis._query import CONDITION, FACTORS, GATES, MEASURES
from headwater.analysis._rank import FEWEST_TASKS, Contrast, Ranking, lift, rank
from headwater.analysis._schema import SCHEMA
from headwater.analysis._separation import Separation
from headwater.analysis._summary import Group, Summary, summarize
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
    "Comparison",
    "Contrast",
    "Difference",
    "Difficulty",
    "Efficiency",
    "EfficiencySummary",
    "Estimate",
    "Exclusion",
    "Group",
    "Item",
    "Items",
    "Level",
    "Medians",
    "Note",
    "Pair",
    "Power",
    "Ranking",
    "Separation",
    "Side",
    "Significance",
    "Summary",
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

"""Analysis: what results show, and what they do not. Pure functions over a tidy table of trials.

``load`` reads jobs and tables; each function takes what it returns, counts only trials that are evidence, refuses to
mix versions, and gives every number with its interval, its n, and *notes*: what has to be said beside it, in words.

- ``summarize``: scores, solve rate, gate attrition, pass@k and pass^k of groups
- ``efficiency``: cost, time and tokens of trials that came equally far; cost per solved task; the frontier
- ``compare``: a baseline and a candidate on the tasks that both ran
- ``rank``, ``lift``: groups, or levels of a factor, by paired differences, corrected as a family
- ``items``: tasks by difficulty, discrimination and stability, and checks that nothing has passed
- ``mann_whitney`` and its like: the tests themselves, on plain samples
"""

from headwater.analysis._compare import Comparison, compare
from headwater.analysis._efficiency import Efficiency, EfficiencySummary, Medians, efficiency
from headwater.analysis._files import read_table, write_table
from headwater.analysis._interval import (
    CONFIDENCE,
    Estimate,
    bootstrap_ratio,
    clustered_mean,
    mean_difference,
    wilson,
)
from headwater.analysis._items import Item, Items, UnpassedCheck, items, unpassed_checks
from headwater.analysis._load import Results, load, to_rows, to_table
from headwater.analysis._notes import About, Note, confounding
from headwater.analysis._pairs import Difference, Pair, Side
from headwater.analysis._passk import pass_at_k, pass_hat_k
from headwater.analysis._power import Power, power_of
from headwater.analysis._query import CONDITION, FACTORS, GATES, MEASURES
from headwater.analysis._rank import Contrast, Ranking, lift, rank
from headwater.analysis._schema import SCHEMA
from headwater.analysis._summary import Group, Summary, summarize
from headwater.analysis._tests import (
    Significance,
    blocked_permutation,
    holm,
    kruskal_wallis,
    mann_whitney,
    mcnemar,
    sign_flip,
    van_elteren,
)

__all__ = [
    "CONDITION",
    "CONFIDENCE",
    "FACTORS",
    "GATES",
    "MEASURES",
    "SCHEMA",
    "About",
    "Comparison",
    "Contrast",
    "Difference",
    "Efficiency",
    "EfficiencySummary",
    "Estimate",
    "Group",
    "Item",
    "Items",
    "Medians",
    "Note",
    "Pair",
    "Power",
    "Ranking",
    "Results",
    "Side",
    "Significance",
    "Summary",
    "UnpassedCheck",
    "blocked_permutation",
    "bootstrap_ratio",
    "clustered_mean",
    "compare",
    "confounding",
    "efficiency",
    "holm",
    "items",
    "kruskal_wallis",
    "lift",
    "load",
    "mann_whitney",
    "mcnemar",
    "mean_difference",
    "pass_at_k",
    "pass_hat_k",
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

"""The sections of the page, one for each figure."""

from __future__ import annotations

import numpy as np
from figures import AGENTS, MEASURE, SHUFFLES, Runs, Selection, harness_p
from found import CHECK, Found, missing, share_by_task
from markdown import money, number, percent, table

from headwater.analysis import (
    Difference,
    TrialTable,
    blocked_permutation,
    confounding,
    holm,
    items,
    kruskal_wallis,
    lift,
    rank,
    summarize,
    van_elteren,
)


def impossible_check(found: Found) -> str:
    """Return the section on gate 5."""
    note = next(str(note) for note in items(found.results, measure=MEASURE).notes if str(note).startswith(CHECK))
    elsewhere = found.elsewhere.evidence
    reached = elsewhere.filter(elsewhere["performant"])
    solved, solved_of_reached = share_by_task(elsewhere), share_by_task(reached)
    passed = reached.num_rows - missing(reached)
    return f"""## The cliff at gate 5 is one check that could not pass

`headwater results --tasks` notes:

> {note}

On the other tasks {passed} of the {reached.num_rows} trials that reached the gate passed the check. It asked the
*grader's* environment, not the agent's code, for the addresses of both Postgres and ClickHouse, and a scenario with one
of the two sets one. So the published reading, that 67 % of the runs at gate 5 hardcode their connection strings, says
nothing of any agent's code. The 15 % are an average over scenarios where gate 5 could not be cleared; where it could,
it was cleared by {percent(solved)} of {solved.trials} trials, and by {percent(solved_of_reached)} of
those that reached it. The guard knows none of this. It counts, for each check and task, the
trials that reached the check and those that passed it, and says when nobody did."""


def selected(runs: Runs, hard: Selection) -> str:
    """Return the section on the hard half."""
    tier_3 = runs.tier == "tier-3"
    tasks_3 = list(np.unique(runs.task[tier_3]))
    p_3 = kruskal_wallis([runs.score[tier_3 & (runs.agent == agent)] for agent in AGENTS]).p
    blocked = blocked_permutation(runs.score, runs.agent, runs.task)
    mean, low, high = (value * 100 for value in hard.by_chance)
    return f"""## "56 points, p < 0.01" is what chance gives

The "hard" scenarios are the half with the lowest observed scores: they were chosen by the outcome. The difference is
the mean, over those, of the best agent's score less the worst's, which is never negative. The p-value is the smallest
of three, uncorrected.

Shuffle the agents' names within each scenario, so that by construction no agent is better, and do the same again,
{SHUFFLES} times: the difference is {mean:.0f} points on average, and {low:.0f} to {high:.0f} in 95 % of the shuffles.
In {hard.spread_p:.0%} of them it is as great as the published {hard.spread * 100:.0f} or greater. The three p-values,
corrected by Holm's method, are {", ".join(f"{p:.3f}" for p in sorted(hard.holm))}. The smallest of three is as small
as the published one in {hard.smallest_p_corrected:.1%} of the shuffles; and that leaves out that this half was one of
several cuts to look at.

On the scenarios that were declared hard beforehand (tier 3: {len(tasks_3)} scenarios, {int(tier_3.sum())} runs) the
difference is {runs.spread(tasks_3, runs.agent) * 100:.0f} points, Kruskal-Wallis p = {p_3:.2f}. Over all runs, with
agents compared within scenarios: p = {blocked.p:.2f} (blocked permutation test, n = {blocked.n})."""


def confounded(results: TrialTable, runs: Runs) -> str:
    """Return the section on the harness."""
    contrasts = lift(results, "harness", measure=MEASURE)
    notes = [str(note) for note in confounding(results, "harness")]
    elteren = van_elteren(runs.score, runs.classic, runs.agent)
    p_values = [harness_p(runs, agent) for agent in AGENTS]
    corrected = holm(p_values)
    per_agent = ", ".join(
        f"{name} {p:.3f} ({adjusted:.3f})"
        for name, p, adjusted in zip(AGENTS.values(), p_values, corrected, strict=True)
    )
    told = sum(contrast.difference is not None for contrast in contrasts)
    rows = [
        (AGENTS.get(each.within, "all"), f"{each.first} to {each.second}", "0", str(each.notes[0]))
        for each in contrasts
    ]
    return f"""## The harness is confounded with the scenarios

`headwater results --lift harness` gives {told} effects:

{table(("agent", "change", "shared tasks", "instead of an effect"), rows)}

> {notes[0]}

Every scenario was run with exactly one harness, so "harness lift" compares different scenarios. No p-value mends
that: van Elteren's test, which is the stratified one, gives p = {elteren.p:.3f} on the same runs, more "significant"
than the published 0.08, because the scenarios of the two harnesses do differ. The p-values of the three agents, and
in brackets corrected for being three: {per_agent}. And the
step from 0.973 to 0.987 is one assertion of 15 in one gate."""


def counted_twice(found: Found) -> str:
    """Return the section on the cost."""
    before, after = (
        {group.label: group for group in side.groups} for side in (found.as_published, found.priced_once)
    )  # fmt: skip
    rows = [
        (name, f"${before[agent].medians[0].cost_usd:.2f}", f"${after[agent].medians[0].cost_usd:.2f}",
         money(before[agent].cost_per_solved), money(after[agent].cost_per_solved))
        for agent, name in AGENTS.items()
    ]  # fmt: skip
    sums = {
        agent: [(side[agent].mean_cost_usd or 0.0) * side[agent].priced for side in (before, after)] for agent in AGENTS
    }
    codex, cursor = sums["codex"], sums["cursor"]
    composer = sum(model == "composer" for model in found.results.table["model"].to_pylist())
    return f"""## Cached tokens were paid for twice

The published price of a Codex run adds all input at the full price to the cached input at the cached price, although
the first contains the second, and takes the surcharge for requests of more than 272,000 tokens whenever the *sum* over
the run is greater. Priced once, its {before["codex"].trials} runs cost ${codex[1]:.2f} and not ${codex[0]:.2f}
({codex[0] / codex[1]:.1f} times as much). The {composer} runs of Cursor's older model, `composer`, are priced in the
same way, and Cursor's runs cost ${cursor[1]:.2f} and not ${cursor[0]:.2f}. `headwater import dec-bench --recount-cost`
gives

{table(("agent", "median, published", "median, priced once", "per solved task, published", "priced once"), rows)}

The published "18x cost spread between agents" rests on this: between the medians of Codex and Cursor it is
{found.cost_ratios[0]:.0f} to 1 as published, and {found.cost_ratios[1]:.0f} to 1 priced once. In Headwater one record \
type counts tokens for
all agents: input contains cached input, and each request has its own price."""


def shown(results: TrialTable) -> str:
    """Return the section on what remains."""
    summary = summarize(results, measure=MEASURE)
    ranking = rank(results, measure=MEASURE)
    rows = [
        (AGENTS[group.label], str(ranking.ranks[group.label]), str(group.trials), str(group.tasks),
         number(group.score), percent(group.solved))
        for group in summary.groups
    ]  # fmt: skip
    pairs = [
        (f"{AGENTS[each.second]} less {AGENTS[each.first]}", *_difference_cells(each.difference, each.p_holm))
        for each in ranking.contrasts
        if each.difference and each.p_holm is not None
    ]
    notes = "\n".join(f"> - {note}" for note in summary.notes)
    by_hand = sum(status == "agent_timeout" for status in results.table["status"].to_pylist())
    return f"""## What the runs do show

`headwater results --by agent`, with 95 % intervals that know that runs of one scenario are alike:

{table(("agent", "rank", "runs", "tasks", "score", "solved"), rows)}

{notes}

On the tasks that two agents share, one difference a task; p-values by Holm, and how many tasks it would take if the
true difference were the one that was seen:

{table(("difference in score", "tasks", "mean [95 %]", "p", "tasks needed"), pairs)}

No agent is shown to be better than another, so all have rank 1. With one run each nobody can say how much a second
would change. {by_hand} of the {results.table.num_rows} results were written by hand for runs that timed out. What
Claude Code's tokens were is unknown."""


def _difference_cells(found: Difference, p: float) -> tuple[str, ...]:
    needed = str(found.power.tasks_needed or "-")
    return str(found.effect.tasks), number(found.effect, sign=True), f"{p:.2f}", needed

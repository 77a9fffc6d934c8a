"""Runs a planned job on a simulated clock, with the driver's queue, budget and pacing and the executor's placement."""

from __future__ import annotations

import heapq
from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from headwater.jobs._pacing import Pacer
from headwater.jobs._queue import Queue
from headwater.jobs.executors.ray._members import MOST_DEATHS, PATIENCE_SEC
from headwater.jobs.planning._budget import Budget
from headwater.jobs.planning._cluster import Death, SimulatedCluster
from headwater.jobs.planning._outcome import FINISHED, NO_NODE, RECORDS_MISSING, USED_UP, SimulatedRun
from headwater.jobs.planning._scenario import Scenario
from headwater.jobs.planning._trial import PlannedTrial, SimulatedTrial, requests_together


class Simulation:
    """One simulated run. Call ``run`` only once.

    Args:
        scenario: The cluster and the limits.
        trials: The trials in order.
        build_sec: The time to build each starting state.
        driver_sec: The driver's time for each trial.
        deaths: The deaths of nodes, in order.
    """

    def __init__(
        self,
        scenario: Scenario,
        trials: Sequence[SimulatedTrial],
        build_sec: Mapping[str, float],
        driver_sec: float,
        deaths: Iterator[Death],
    ) -> None:
        self._now = 0.0
        self._scenario = scenario
        self._trials = [PlannedTrial(number, planned) for number, planned in enumerate(trials)]
        self._build_sec = build_sec
        self._driver_sec = driver_sec
        self._deaths = deaths
        self._nodes = SimulatedCluster(scenario)
        starts = [trial.demand.start for trial in self._trials]
        self._queue = Queue(range(len(starts)), starts.__getitem__, lambda start: build_sec.get(start, 0.0) <= 0)
        self._budget = Budget(scenario.job_limits, scenario.trial_limits)
        self._pacer = Pacer(scenario.rates, lambda: self._now) if scenario.rates else None
        self._group = requests_together(scenario, trials) if self._pacer is not None else 1
        self._events: list[tuple[float, int, PlannedTrial | None, int, Callable[[], None]]] = []
        self._pushed = 0
        self._running: set[int] = set()
        self._waiting: deque[PlannedTrial] = deque()
        self._driver_free = self._driver_busy = 0.0
        self._ending = ""
        self._finished = self._lost = self._again = 0
        self._usd = self._paced_sec = self._agent_sec = 0.0
        self._requests: dict[str, float] = defaultdict(float)
        self._tokens: dict[str, float] = defaultdict(float)

    def run(self) -> SimulatedRun:
        """Run the job, and return its result."""
        self._await_death()
        self._dispatch()
        while self._events and not self._is_over():
            self._now, _, trial, life, action = heapq.heappop(self._events)
            if trial is None or trial.life == life:
                action()
        return self._outcome()

    def _is_over(self) -> bool:
        is_done = self._finished + self._lost == len(self._trials)
        return not self._running and (is_done or bool(self._ending))

    def _push(self, at: float, action: Callable[[], None], trial: PlannedTrial | None = None) -> None:
        # The number keeps simultaneous events in order, and means that the heap never has to compare trials.
        self._pushed += 1
        heapq.heappush(self._events, (at, self._pushed, trial, trial.life if trial else 0, action))

    def _schedule(self, seconds: float, trial: PlannedTrial, action: Callable[[PlannedTrial], None]) -> None:
        self._push(self._now + seconds, partial(action, trial), trial)

    def _dispatch(self) -> None:
        """Start trials as ``jobs._dispatch`` does, each after the driver's time for the previous one."""
        while not self._ending and len(self._running) < self._scenario.at_once:
            if self._driver_free > self._now:
                return
            number = self._queue.next()
            if number is None:
                return
            trial = self._trials[number]
            if trial.provider is not None and not self._budget.is_for_one_more():
                self._ending = USED_UP if self._budget.is_idle else ""
                return
            trial.builds = self._queue.begin()
            self._running.add(number)
            if trial.provider is not None:
                self._budget.begin(number)
            if self._driver_sec:
                self._driver_busy += self._driver_sec
                self._driver_free = self._now + self._driver_sec
                self._push(self._driver_free, self._dispatch)
            self._waiting.append(trial)
            if self._waiting[0] is trial:  # otherwise, another trial is already waiting for room
                self._place()

    def _place(self) -> None:
        """Place the trials for which nodes have room, in order, as the Ray executor's pool does."""
        while self._waiting:
            trial = self._waiting[0]
            trial.node = self._nodes.place(self._now, trial.id, trial.demand)
            placement = self._nodes.placement
            if trial.node is None:
                if len(placement) and trial.demand.memory_mb > placement.largest_memory_mb():
                    self._lose(self._waiting.popleft())
                    continue
                return
            self._waiting.popleft()
            if self._nodes.is_dead(trial.node):
                continue  # the trial restarts when the driver notices the death
            build_sec = self._build_sec[trial.demand.start] if trial.builds else 0.0
            if trial.builds:
                self._schedule(build_sec, trial, self._built)
            self._schedule(build_sec + trial.takes.before_sec, trial, self._begin_agent)

    def _built(self, trial: PlannedTrial) -> None:
        self._queue.built(trial.number)
        trial.builds = False
        self._dispatch()

    def _begin_agent(self, trial: PlannedTrial) -> None:
        trial.agent_since = self._now
        requests = trial.takes.used.requests
        if requests and trial.provider is not None and (self._pacer or self._budget.is_limited):
            trial.answers_left = requests
            self._ask(trial)
        else:
            self._schedule(trial.takes.agent_sec, trial, self._end_agent_at_once)

    def _ask(self, trial: PlannedTrial) -> None:
        """Simulate an agent's requests to its model, which are evenly spaced. Each waits for its turn."""
        wait_sec, used = 0.0, trial.takes.used
        trial.asks = min(self._group, trial.answers_left)
        if self._pacer is not None and trial.provider is not None:
            tokens = round(trial.asks * used.tokens / used.requests)
            _, wait_sec = self._pacer.turn(trial.provider, tokens, trial.asks)
            self._paced_sec += wait_sec
        self._schedule(wait_sec + trial.asks * trial.takes.agent_sec / used.requests, trial, self._answer)

    def _answer(self, trial: PlannedTrial) -> None:
        self._use(trial, trial.asks / trial.takes.used.requests)
        if self._budget.is_used_up():
            self._end_for_budget()
            return
        trial.answers_left -= trial.asks
        if trial.answers_left:
            self._ask(trial)
        else:
            self._end_agent(trial)

    def _end_agent_at_once(self, trial: PlannedTrial) -> None:
        self._use(trial, 1.0)
        self._end_agent(trial)

    def _end_agent(self, trial: PlannedTrial) -> None:
        trial.agent_since, trial.has_worked = None, True
        self._schedule(trial.takes.after_sec, trial, self._end)

    def _use(self, trial: PlannedTrial, share: float) -> None:
        """Count a fraction of a trial's usage."""
        used = trial.takes.used
        usd = share * float(used.cost_usd)
        self._usd += usd
        self._agent_sec += share * trial.takes.agent_sec
        if trial.provider is not None:
            self._requests[trial.provider] += share * used.requests
            self._tokens[trial.provider] += share * used.tokens
            if self._budget.is_limited:
                amounts = (usd, share * used.tokens, share * used.turns, share * used.requests)
                self._budget.use(trial.number, amounts)

    def _end(self, trial: PlannedTrial) -> None:
        self._finished += 1
        self._leave(trial)
        self._place()
        self._dispatch()

    def _lose(self, trial: PlannedTrial) -> None:
        self._lost += 1
        self._leave(trial)

    def _leave(self, trial: PlannedTrial) -> None:
        """Remove a trial that is no longer running."""
        if trial.node is not None:
            self._nodes.free(self._now, trial.node, trial.id)
        trial.restart()
        self._running.discard(trial.number)
        self._queue.end(trial.number)
        if trial.provider is not None:
            self._budget.end(trial.number)

    def _end_for_budget(self) -> None:
        """End the trials whose agents use their models, or will use them."""
        self._ending = USED_UP
        for trial in [self._trials[number] for number in self._running]:
            if trial.provider is not None and not trial.has_worked:
                self._leave(trial)
        self._waiting = deque(trial for trial in self._waiting if trial.number in self._running)
        self._place()

    def _await_death(self) -> None:
        if (death := next(self._deaths, None)) is not None:
            self._push(death.at, partial(self._die, death.place))

    def _die(self, place: int) -> None:
        """Let a node die. Its trials restart on another node when the driver notices."""
        self._await_death()
        dead_node = self._nodes.die(self._now, place)
        if dead_node is None:
            return
        for trial in (self._trials[number] for number in self._running):
            if trial.node == dead_node:
                self._halt(trial)
        if self._scenario.replaced_after_sec is not None:
            self._push(self._now + self._scenario.replaced_after_sec, partial(self._join, place))
        self._push(self._now + self._scenario.noticed_after_sec, partial(self._notice, dead_node))

    def _notice(self, dead_node: str) -> None:
        for trial in (self._trials[int(each)] for each in self._nodes.notice(dead_node)):
            self._give_back(trial)
        if not len(self._nodes.placement):
            self._push(self._now + PATIENCE_SEC, partial(self._give_up, self._nodes.deaths))
        self._place()
        self._dispatch()

    def _halt(self, trial: PlannedTrial) -> None:
        """Stop a trial whose node has died. The usage of its agent counts."""
        if trial.agent_since is not None and not trial.answers_left and trial.takes.agent_sec:
            self._use(trial, (self._now - trial.agent_since) / trial.takes.agent_sec)
        self._nodes.stop(self._now, trial.id)
        trial.halt()

    def _give_back(self, trial: PlannedTrial) -> None:
        trial.restart()
        trial.deaths += 1
        if trial.deaths >= MOST_DEATHS:
            self._lose(trial)
            return
        self._again += 1
        self._waiting.appendleft(trial)
        if trial.provider is not None:
            self._budget.begin(trial.number)

    def _join(self, place: int) -> None:
        self._nodes.join(self._now, place)
        self._place()

    def _give_up(self, deaths: int) -> None:
        """End the job if it has no nodes and no node has joined since ``deaths`` nodes had died."""
        if not len(self._nodes.placement) and self._nodes.deaths == deaths:
            self._ending = NO_NODE
            self._running.clear()

    def _outcome(self) -> SimulatedRun:
        cores, memory = self._nodes.used(self._now)
        agents = self._agent_sec + self._paced_sec
        return SimulatedRun(
            seconds=self._now,
            finished=self._finished,
            cost_usd=self._usd,
            deaths=self._nodes.deaths,
            again=self._again,
            cores=cores,
            memory=memory,
            paced=self._paced_sec / agents if agents else 0.0,
            budget=self._budget.used_share,
            driver=self._driver_busy / self._now if self._now else 0.0,
            requests=dict(self._requests),
            tokens=dict(self._tokens),
            ending=self._ending or (RECORDS_MISSING if self._lost else FINISHED),
        )

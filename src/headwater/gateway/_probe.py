"""Probes the provider after a fault, to find out whether it fails independently of the agent.

An agent can provoke faults with a body that the provider rejects, with too many requests, or by exhausting the
gateway's process. A probe is a fixed small request. Its failure confirms a fault only if none of these causes can
explain the failure.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import resource
import time
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from headwater.gateway._live import LiveRequest
from headwater.gateway._prices import price_of
from headwater.gateway._settings import GatewaySettings, Replay
from headwater.gateway._totals import MODEL
from headwater.records.usage import Usage
from headwater.records.wire import Fault, Probed, Protocol, RequestEnded

PROBE_SEC = 20.0
"""The time limit of a probe."""
CLOSE_SEC = PROBE_SEC + 5
"""The maximum duration of the last probes of a run."""
_GAP_SEC = 2.0
_MOST = 60
"""The maximum number of probes in a run."""
_STALLED_SEC = 2.0
"""The time after which an agent that hangs up may have given up waiting for the provider."""
_MINUTE = 60.0
_QUIET_REQUESTS = 20
_QUIET_BYTES = 4 << 20
_QUIET_RUN = 100
"""The number of requests in a run without limits that cannot exhaust any provider's daily quota or account."""


@dataclass(frozen=True)
class ProbeResult:
    """The result of a probe.

    Attributes:
        status: The HTTP status, or None if there was no answer.
        is_reached: Whether a connection to the provider was established.
        is_quota: Whether the account's quota is exhausted.
    """

    status: int | None
    fault: Fault
    error: str = ""
    is_reached: bool = True
    is_quota: bool = False
    usage: Usage | None = None


class Traffic:
    """The agent's requests to the gateway in the last minute."""

    def __init__(self) -> None:
        self._sent: deque[tuple[float, int]] = deque(maxlen=10 * _QUIET_REQUESTS)
        self.requests = 0

    def add(self, size: int) -> None:
        """Record a request of any kind."""
        self.requests += 1
        self._sent.append((time.monotonic(), size))

    def overload(self) -> str:
        """Return how the agent may have overloaded the provider or gateway, or an empty string if it did not."""
        since = time.monotonic() - _MINUTE
        recent = [size for at, size in self._sent if at >= since]
        if len(recent) > _QUIET_REQUESTS or sum(recent) > _QUIET_BYTES:
            return f"the agent sent {len(recent)} requests with {sum(recent) >> 10} KiB in the minute before"
        if _is_crowded():
            return "the agent holds more connections than the gateway has files to open"
        return ""


def _is_crowded() -> bool:
    """Return whether this process has so many open files that it might not be able to open another."""
    limit, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        # Listing the folder itself needs a descriptor, so a failure means the same.
        return len(os.listdir("/proc/self/fd")) > limit // 2  # noqa: PTH208 - nothing but their number is wanted
    except OSError:
        return True


class Prober:
    """Sends probes, one at a time."""

    def __init__(
        self,
        settings: GatewaySettings,
        traffic: Traffic,
        send: Callable[[LiveRequest], Awaitable[ProbeResult]],
        write: Callable[[Probed], None],
    ) -> None:
        self._settings = settings
        self._traffic = traffic
        self._send = send
        self._write = write
        self._is_scripted = isinstance(settings.backend, Replay)  # a cassette answers for every model
        self._answered: set[tuple[Protocol, str]] = set()
        self._pending_request: LiveRequest | None = None
        self._task: asyncio.Task[None] | None = None
        self._sent = 0
        self._last = float("-inf")

    def note_end(self, live: LiveRequest, ended: RequestEnded) -> None:
        """Send a probe if a request in the program's own conversation ended with a fault or after a long wait."""
        if ended.fault is Fault.NONE:
            self._answered.add(_model(live))
        if ended.answerer not in MODEL:
            return
        has_stalled = ended.fault is Fault.INTERRUPTED and ended.seconds >= _STALLED_SEC
        if has_stalled or ended.fault in (Fault.PROVIDER, Fault.ACCESS):
            self.note_fault(live)

    def note_fault(self, live: LiveRequest) -> None:
        """Send a probe now, or shortly after the previous probe has ended."""
        if not live.own or self._sent >= _MOST:
            return
        self._pending_request = live
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Wait for the last probes."""
        if self._task is not None:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._task, CLOSE_SEC)

    async def _run(self) -> None:
        while self._pending_request is not None and self._sent < _MOST:
            await asyncio.sleep(max(0.0, self._last + _GAP_SEC - time.monotonic()))
            live, self._pending_request = self._pending_request, None
            self._last = time.monotonic()
            self._sent += 1
            await self._probe(live)

    async def _probe(self, live: LiveRequest) -> None:
        at, started = datetime.now(UTC), time.perf_counter()
        doubt = self._traffic.overload()
        try:
            found = await asyncio.wait_for(self._send(live), PROBE_SEC)
        except TimeoutError:
            found = ProbeResult(None, Fault.PROVIDER, f"no answer within {PROBE_SEC:.0f} s")
        # The agent may have started to send many requests while the probe was in flight.
        note = self._doubt(live, found, doubt or self._traffic.overload())
        failed = found.fault in (Fault.PROVIDER, Fault.ACCESS)
        model, usage = live.conversation.model, found.usage
        price = None if usage is None else price_of(usage, model, live.provider, at, self._settings.prices)
        self._write(
            Probed(
                after=live.id,
                at=at,
                seconds=round(time.perf_counter() - started, 6),
                protocol=live.endpoint.protocol,
                model=model,
                status=found.status,
                fault=found.fault,
                error=found.error,
                confirms=failed and not note,
                note=note if failed else "",
                usage=usage,
                price=price,
            )
        )

    def _doubt(self, live: LiveRequest, probe: ProbeResult, overload: str) -> str:
        """Return how the agent may have caused a probe's failure, or an empty string if that is impossible."""
        is_known = live.conversation.model in self._settings.models or _model(live) in self._answered
        # The key (401) and the balance of the account (402) do not depend on the model.
        if not (is_known or self._is_scripted) and probe.is_reached and probe.status not in (401, 402):
            return "the agent chose the model, which never answered"
        if probe.is_quota:
            limits = self._settings.limits.model_dump(exclude_none=True)
            if not limits and self._traffic.requests > _QUIET_RUN:
                return f"the run has no limit, and the agent sent {self._traffic.requests} requests"
            return ""
        return "" if probe.fault is Fault.ACCESS else overload


def _model(live: LiveRequest) -> tuple[Protocol, str]:
    return live.endpoint.protocol, live.conversation.model

"""Implements the proxy between an agent and its model provider. The proxy holds keys and enforces usage limits.

The proxy also records every request and answer.

::

    sandbox (its own loopback)            Headwater's machine
    agent ── http://127.0.0.1:8399 ──►  gateway, a process per trial  ──► provider   (Forward: adds the key)
      a dummy key                            │ wire.jsonl             └─► cassette   (Replay: no network)

The trial's cell opens the listening socket inside the trial's network (``listen``) and hands it to the gateway, so that
nothing runs in the sandbox and no byte is relayed. A trial uses it like this::

    with open_gateway(GatewaySettings(wire_log=folder / "wire.jsonl", backend=Forward(...))) as gateway:
        run_in_cell(attempt, ..., gateway.control)  # in the cell: listen(stack.network, control)
        gateway.status()  # at any time: the totals, and the limit that was reached
    outcome = read_outcome(folder / "wire.jsonl")  # works even if the gateway was killed

Agents get ``base_url(protocol)`` and ``DUMMY_KEY``. Only the endpoints that generate answers, count tokens and list
models are available. Because a trial has no network, tools that the provider would run itself (such as web search) are
removed from requests, and requests with content that the provider would fetch from an address are refused.

A recording is a wire log: ``cassette_of(read_wire_log(path), tools)`` converts it to a cassette. An agent's adapter
supplies ``tools``, a ``ToolMap`` between the neutral tool names of cassettes and those of its CLI. ``Replay`` takes the
result of ``translate(cassette, tools)``.
"""

from headwater.gateway._ask import ask
from headwater.gateway._cassette import Cassette, CassetteCall, FaultSpec, SubagentScript, Turn
from headwater.gateway._cassette_file import read_cassette, write_cassette
from headwater.gateway._egress import searches_itself
from headwater.gateway._gateway import Gateway, GatewayStatus, open_gateway
from headwater.gateway._listen import DUMMY_KEY, PORT, base_url, listen, paced_sec, sdk_variables
from headwater.gateway._outcome import outcome_of, read_outcome, totals_of
from headwater.gateway._prices import is_priced, read_prices
from headwater.gateway._record import cassette_of
from headwater.gateway._requests import LoggedRequest
from headwater.gateway._settings import Auth, Forward, GatewaySettings, Replay, RetryPolicy, Upstream, usual_provider
from headwater.gateway._threads import Thread, ThreadKind, find_threads
from headwater.gateway._tool_map import Renamed, RenamingToolMap, ToolMap, translate
from headwater.gateway._wire_log import Exchange, WireLog, read_wire_log
from headwater.records.conversation import ChatMessage, Conversation, Reply, Role, ToolCall, ToolResult
from headwater.records.usage import Limits, Price, PriceOverride, Rates, Totals, Usage
from headwater.records.wire import Answerer, Ending, Fault, GatewayOutcome, Protocol

__all__ = [
    "DUMMY_KEY",
    "PORT",
    "Answerer",
    "Auth",
    "Cassette",
    "CassetteCall",
    "ChatMessage",
    "Conversation",
    "Ending",
    "Exchange",
    "Fault",
    "FaultSpec",
    "Forward",
    "Gateway",
    "GatewayOutcome",
    "GatewaySettings",
    "GatewayStatus",
    "Limits",
    "LoggedRequest",
    "Price",
    "PriceOverride",
    "Protocol",
    "Rates",
    "Renamed",
    "RenamingToolMap",
    "Replay",
    "Reply",
    "RetryPolicy",
    "Role",
    "SubagentScript",
    "Thread",
    "ThreadKind",
    "ToolCall",
    "ToolMap",
    "ToolResult",
    "Totals",
    "Turn",
    "Upstream",
    "Usage",
    "WireLog",
    "ask",
    "base_url",
    "cassette_of",
    "find_threads",
    "is_priced",
    "listen",
    "open_gateway",
    "outcome_of",
    "paced_sec",
    "read_cassette",
    "read_outcome",
    "read_prices",
    "read_wire_log",
    "sdk_variables",
    "searches_itself",
    "totals_of",
    "translate",
    "usual_provider",
    "write_cassette",
]

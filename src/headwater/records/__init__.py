"""Defines pure models of everything that Headwater stores. They do no I/O."""

from headwater.records.agent import AgentEnd, AgentReport
from headwater.records.conversation import ChatMessage, Conversation, Reply, Role, ToolCall, ToolDefinition, ToolResult
from headwater.records.host import DiskEvidence, HostEvidence, TrialFault
from headwater.records.job import JobConfig, JobOptions, PromptVariant, TrialSpec
from headwater.records.reads import FileRead, FileReads
from headwater.records.task import (
    AgentLimits,
    Competency,
    Domain,
    EntryPoint,
    Server,
    ServiceName,
    StartingState,
    TaskConfig,
    Tier,
    Workload,
)
from headwater.records.trial import Digests, Phase, Status, TrialRecord
from headwater.records.usage import (
    Limits,
    PacingAddress,
    Price,
    PriceOverride,
    RateLimit,
    Rates,
    Totals,
    Usage,
)
from headwater.records.verdict import CheckRecord, ControlRun, ControlState, Gate, GateRecord, Kind, Outcome, Verdict
from headwater.records.wire import Answerer, Ending, Fault, GatewayOutcome, Protocol

__all__ = [
    "AgentEnd",
    "AgentLimits",
    "AgentReport",
    "Answerer",
    "ChatMessage",
    "CheckRecord",
    "Competency",
    "ControlRun",
    "ControlState",
    "Conversation",
    "Digests",
    "DiskEvidence",
    "Domain",
    "Ending",
    "EntryPoint",
    "Fault",
    "FileRead",
    "FileReads",
    "Gate",
    "GateRecord",
    "GatewayOutcome",
    "HostEvidence",
    "JobConfig",
    "JobOptions",
    "Kind",
    "Limits",
    "Outcome",
    "PacingAddress",
    "Phase",
    "Price",
    "PriceOverride",
    "PromptVariant",
    "Protocol",
    "RateLimit",
    "Rates",
    "Reply",
    "Role",
    "Server",
    "ServiceName",
    "StartingState",
    "Status",
    "TaskConfig",
    "Tier",
    "ToolCall",
    "ToolDefinition",
    "ToolResult",
    "Totals",
    "TrialFault",
    "TrialRecord",
    "TrialSpec",
    "Usage",
    "Verdict",
    "Workload",
]

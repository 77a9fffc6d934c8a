"""Defines models, access to them, and conversations with them."""

from __future__ import annotations

import importlib.util
import os
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path

from headwater.agents import usual_protocol
from headwater.errors import MissingDependencyError, NotFoundError, OptionError
from headwater.gateway import (
    Cassette,
    ChatMessage,
    Forward,
    Gateway,
    GatewaySettings,
    Limits,
    PriceOverride,
    Protocol,
    RenamingToolMap,
    Replay,
    Role,
    Totals,
    Upstream,
    ask,
    cassette_of,
    is_priced,
    open_gateway,
    read_cassette,
    read_outcome,
    read_wire_log,
    translate,
    write_cassette,
)

_SUFFIXES = (".yaml", ".json")
_EXTRA = ("aiohttp", "genai_prices", "yaml")
_NO_TOOLS = RenamingToolMap({})


@dataclass(frozen=True)
class Model:
    """A model, and how to access it.

    Attributes:
        name: The provider's name for the model. Its family determines the protocol. An unknown family uses Chat
            Completions.
        limits: The limits of each conversation.
        replay: A folder with cassettes, which are replayed instead of calling the provider.
        record: A folder in which a cassette of each conversation is stored.
        prices: Prices set by the user.
    """

    name: str
    limits: Limits = field(default_factory=Limits)
    replay: Path | None = None
    record: Path | None = None
    prices: Sequence[PriceOverride] = ()

    @property
    def protocol(self) -> Protocol:
        """The protocol for requests to the model."""
        return usual_protocol(self.name) or Protocol.CHAT

    def with_name(self, name: str) -> Model:
        """Return another model with the same access."""
        return replace(self, name=name)

    def require(self) -> None:
        """Verify that the model can be used, before any other work starts.

        Raises:
            UserError: The name, package or key is missing, or a cost limit is set without a known price.
        """
        if not self.name.strip():
            raise OptionError("it needs a model", where="model:", fix="name one, as in model:claude-sonnet-4-6")
        if missing := [name for name in _EXTRA if importlib.util.find_spec(name) is None]:
            raise MissingDependencyError(
                f"needs {missing[0]}", where=f"model:{self.name}", fix="pip install 'headwater[agents]'"
            )
        if self.replay is not None:
            return
        upstream = Upstream.of(self.protocol, os.environ)
        if self.limits.cost_usd is not None and not is_priced(self.name, upstream.provider, self.prices):
            raise OptionError(
                f"nobody knows the price of {self.name}",
                where=f"--budget {self.limits.cost_usd}usd",
                fix="limit tokens or requests, as in 500ktok",
            )

    def cassette(self, *names: str) -> Cassette:
        """Return the first cassette that exists under one of these names.

        Raises:
            NotFoundError: No such cassette exists.
        """
        assert self.replay is not None, "it is only called with a folder of cassettes"
        for name in names:
            for suffix in _SUFFIXES:
                if (path := self.replay / f"{name}{suffix}").is_file():
                    return read_cassette(path)
        files = " or ".join(f"{name}{_SUFFIXES[0]}" for name in names)
        raise NotFoundError(f"no cassette for model:{self.name}", where=f"--replay {self.replay}", fix=f"write {files}")


class TextConversation:
    """A text conversation.

    Attributes:
        messages: The messages so far, including the system prompt.
    """

    def __init__(self, model: Model, gateway: Gateway, system: str, cancel: threading.Event) -> None:
        self._model = model
        self._gateway = gateway
        self._cancel = cancel
        self.messages = [ChatMessage(role=Role.SYSTEM, text=system)]

    def ask(self, text: str) -> str | None:
        """Send a message, and return the model's answer, or None if a limit is reached.

        Raises:
            CancelledError: The work was interrupted.
            GatewayError: The model does not answer.
        """
        self.messages.append(ChatMessage(role=Role.USER, text=text))
        reply = ask(self._gateway.socket, self._model.protocol, self._model.name, self.messages, self._cancel)
        if reply is None:
            return None
        self.messages.append(ChatMessage(role=Role.ASSISTANT, text=reply.text))
        return reply.text


@contextmanager
def open_model(
    model: Model, system: str, folder: Path, names: Sequence[str], cancel: threading.Event
) -> Iterator[TextConversation]:
    """Start a conversation with its own gateway.

    Args:
        model: The model.
        system: The system prompt.
        folder: A folder for the wire log, ``wire-1.jsonl`` or the next free number.
        names: The cassette names to try. The first existing one is replayed.
        cancel: Stops waiting when set.

    Raises:
        UserError: No key or cassette exists.
    """
    settings = GatewaySettings(
        wire_log=_unused(folder),
        backend=_backend(model, names),
        limits=model.limits,
        is_priced=model.limits.cost_usd is not None,
        models=(model.name,),
        prices=tuple(model.prices),
    )
    with open_gateway(settings) as gateway:
        yield TextConversation(model, gateway, system, cancel)
    if model.record is not None:
        recording = cassette_of(read_wire_log(settings.wire_log), _NO_TOOLS, f"model:{model.name}, {names[0]}")
        write_cassette(model.record / f"{names[0]}{_SUFFIXES[0]}", recording)


def used_in(folder: Path) -> list[Totals]:
    """Return the total usage of all conversations with wire logs in a folder, including interrupted conversations."""
    return [read_outcome(path).totals for path in sorted(folder.glob("wire-*.jsonl"))]


def _backend(model: Model, names: Sequence[str]) -> Forward | Replay:
    if model.replay is not None:
        return Replay(cassette=translate(model.cassette(*names), _NO_TOOLS), text_agent=True)
    return Forward(upstreams={model.protocol: Upstream.of(model.protocol, os.environ)})


def _unused(folder: Path) -> Path:
    numbered = (folder / f"wire-{number}.jsonl" for number in count(1))
    return next(path for path in numbered if not path.exists())

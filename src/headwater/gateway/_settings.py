"""Defines the settings of a gateway."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

from pydantic import AnyHttpUrl, Field, SecretStr, TypeAdapter, ValidationError, field_serializer, field_validator
from pydantic_core.core_schema import FieldSerializationInfo

from headwater.errors import CredentialError, OptionError
from headwater.gateway._cassette import Cassette, Turn
from headwater.records._base import Record
from headwater.records.usage import Limits, PacingAddress, PriceOverride
from headwater.records.wire import Protocol


class Auth(StrEnum):
    """The header that carries a provider's key."""

    X_API_KEY = "x-api-key"
    BEARER = "authorization"
    API_KEY = "api-key"
    """The header of Azure."""
    X_GOOG_API_KEY = "x-goog-api-key"


class Upstream(Record):
    """The provider that receives the requests of one protocol."""

    base_url: str = Field(description="As the SDK of the protocol wants it; a query is added to every request.")
    key: SecretStr | None = Field(default=None, description="None for servers that want none, such as Ollama.")
    auth: Auth
    provider: str | None = Field(description="Whose prices, by its id in genai-prices; None if none is known.")

    @field_serializer("key")
    def _mask(self, key: SecretStr | None, info: FieldSerializationInfo) -> str | None:
        if key is None:
            return None
        return key.get_secret_value() if info.context == "reveal" else str(key)

    @classmethod
    def of(
        cls,
        protocol: Protocol,
        environment: Mapping[str, str],
        *,
        base_url: str | None = None,
        auth: Auth | None = None,
        provider: str | None = None,
        needs_key: bool = True,
    ) -> Upstream:
        """Return the provider of a protocol, with the key from the user's environment.

        Args:
            protocol: The protocol, which determines the variables, such as ``ANTHROPIC_API_KEY`` and
                ``ANTHROPIC_BASE_URL``.
            environment: Usually ``os.environ``.
            base_url: The provider's base URL, which takes precedence over the environment.
            auth: The header that carries the key. By default, it is the one that the protocol's own provider or Azure
                uses.
            provider: The provider whose prices apply. Required for a custom base URL, whose prices are unknown.
            needs_key: Whether the key of the protocol's own provider must be set.

        Raises:
            UserError: The key of the protocol's own provider is missing, or the key or the address is not valid.
        """
        usual = _USUAL[protocol]
        address = base_url or environment.get(usual.url_variable) or usual.base_url
        try:
            TypeAdapter(AnyHttpUrl).validate_python(address)
        except ValidationError:
            raise OptionError(
                f"{address!r} is not an address", where=usual.url_variable, fix=f"give one like {usual.base_url}"
            ) from None
        own = address.rstrip("/") == usual.base_url
        key = environment.get(usual.key_variable, "").strip()
        if own and not key and needs_key:
            raise CredentialError(f"{usual.key_variable} is not set", fix="export it; it stays outside the sandbox")
        if not (key.isascii() and key.isprintable()):
            raise CredentialError(
                "it contains characters that no key has", where=usual.key_variable, fix="was more than the key copied?"
            )
        is_azure = (urlsplit(address).hostname or "").endswith(_AZURE)
        return cls(
            base_url=address,
            key=SecretStr(key) if key else None,
            auth=auth or (Auth.API_KEY if is_azure and usual.auth is Auth.BEARER else usual.auth),
            provider=provider or (usual.provider if own else None),
        )


class _Usual(Record):
    base_url: str
    url_variable: str
    key_variable: str
    auth: Auth
    provider: str


_OPENAI = _Usual(
    base_url="https://api.openai.com/v1",
    url_variable="OPENAI_BASE_URL",
    key_variable="OPENAI_API_KEY",
    auth=Auth.BEARER,
    provider="openai",
)
_USUAL = {
    Protocol.ANTHROPIC: _Usual(
        base_url="https://api.anthropic.com",
        url_variable="ANTHROPIC_BASE_URL",
        key_variable="ANTHROPIC_API_KEY",
        auth=Auth.X_API_KEY,
        provider="anthropic",
    ),
    Protocol.RESPONSES: _OPENAI,
    Protocol.CHAT: _OPENAI,
    Protocol.GEMINI: _Usual(
        base_url="https://generativelanguage.googleapis.com",
        url_variable="GOOGLE_GEMINI_BASE_URL",
        key_variable="GEMINI_API_KEY",
        auth=Auth.X_GOOG_API_KEY,
        provider="google",
    ),
}


_AZURE = (".openai.azure.com", ".cognitiveservices.azure.com", ".services.ai.azure.com")


def usual_provider(protocol: Protocol) -> str:
    """Return the provider whose prices apply to a cassette of this protocol."""
    return _USUAL[protocol].provider


class RetryPolicy(Record):
    """The number and duration of retries when a provider is overloaded or failing."""

    tries: int = Field(default=6, ge=1, description="Requests in all.")
    first_wait_sec: float = Field(default=1.0, ge=0, description="Doubled each time, where the provider names no time.")
    longest_wait_sec: float = Field(default=60.0, ge=0, description="A provider that wants longer is not waited for.")
    total_sec: float = Field(default=240.0, ge=0, description="All waits together: agents give up after a while.")


class Forward(Record):
    """Forwards requests to the providers, with the key."""

    kind: Literal["forward"] = "forward"
    upstreams: dict[Protocol, Upstream]
    retry: RetryPolicy = RetryPolicy()
    idle_sec: float = Field(default=300.0, gt=0, description="A provider that is silent for so long has failed.")


class Replay(Record):
    """Answers from a cassette, without network access."""

    kind: Literal["replay"] = "replay"
    cassette: Cassette = Field(description="With the CLI's own tool names: ``translate(cassette, tools)``.")
    text_agent: bool = Field(default=False, description="The agent uses no tools: turns are counted, not recognized.")

    @field_validator("cassette")
    @classmethod
    def _is_translated(cls, cassette: Cassette) -> Cassette:
        for turns in (cassette.turns, *(script.turns for script in cassette.subagents)):
            for turn in turns:
                require_cli_calls(turn)
        return cassette


class GatewaySettings(Record):
    """All settings for one trial's gateway."""

    wire_log: Path
    backend: Annotated[Forward | Replay, Field(discriminator="kind")]
    limits: Limits = Limits()
    is_priced: bool = Field(default=False, description="Refuse what has no price, even without a limit on cost here.")
    pacing: PacingAddress | None = Field(default=None, description="Where requests wait for their turn.")
    models: tuple[str, ...] = Field(default=(), description="The only models that the agent may ask; empty: any.")
    final_turn: Turn | None = Field(
        default=None, description="How the agent is told to end, where a text does not end it: its submit call."
    )
    prices: tuple[PriceOverride, ...] = ()

    @property
    def needs_prices(self) -> bool:
        """Return whether the run or the job has a cost limit."""
        return self.is_priced or self.limits.cost_usd is not None

    @field_validator("final_turn")
    @classmethod
    def _is_translated(cls, turn: Turn | None) -> Turn | None:
        if turn is not None:
            require_cli_calls(turn)
        return turn


def require_cli_calls(turn: Turn) -> None:
    """Check that a turn calls tools only by the CLI's own names.

    Raises:
        ValueError: The turn has neutral names, which no CLI knows.
    """
    for call in turn.calls:
        if not call.cli_name:
            raise ValueError(f"{call.tool} is a neutral name: use `translate` with the agent's tools first")

"""Implements the back end that forwards requests to the provider."""

from __future__ import annotations

import asyncio
import urllib.request
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

import aiohttp
from aiohttp import web

from headwater.gateway._http import error_response
from headwater.gateway._live import LiveRequest
from headwater.gateway._pass_through import PassThrough, read
from headwater.gateway._probe import ProbeResult
from headwater.gateway._redact import Redactor
from headwater.gateway._retry import ProviderFailure, next_wait, retry_after_sec
from headwater.gateway._routes import Endpoint, address, generating
from headwater.gateway._settings import Auth, Forward, Upstream
from headwater.gateway._usage_chunk import UsageFilter
from headwater.gateway.protocols._shape import load, mapping, serialize
from headwater.records.wire import Answerer, Attempt, Fault, Protocol

_TO_PROVIDER = ("accept", "anthropic-version", "anthropic-beta", "openai-beta", "user-agent", "x-goog-api-client")
# Anthropic requires this header, and other providers ignore it.
_PROBE_HEADERS = {"anthropic-version": "2023-06-01"}
_LONGEST_ERROR = 64 << 10
_LONGEST_LIST = 4 << 20
_CONNECT_SEC = 20.0


class Forwarder:
    """Forwards requests with the real key, and streams the answers back."""

    def __init__(self, settings: Forward, redactor: Redactor) -> None:
        self._settings = settings
        self._redactor = redactor
        self._pass_through = PassThrough(redactor)
        self._is_down = False
        # There is no limit on the duration of an answer as long as the provider keeps sending.
        timeout = aiohttp.ClientTimeout(total=None, sock_connect=_CONNECT_SEC, sock_read=settings.idle_sec)
        self._session = aiohttp.ClientSession(
            timeout=timeout,
            connector=aiohttp.TCPConnector(limit=0),
            auto_decompress=True,
            read_bufsize=1 << 18,
            cookie_jar=aiohttp.DummyCookieJar(),
        )
        self._proxies = {protocol: _proxy(upstream) for protocol, upstream in settings.upstreams.items()}

    async def close(self) -> None:
        """Close the connections."""
        await self._session.close()

    def provider(self, endpoint: Endpoint) -> str | None:
        """Return the provider whose prices apply to an endpoint."""
        upstream = self._settings.upstreams.get(endpoint.protocol)
        return upstream.provider if upstream else None

    async def answer(self, live: LiveRequest, request: web.Request) -> web.StreamResponse:
        """Forward a request to the provider and pass on the answer."""
        upstream = self._settings.upstreams.get(live.endpoint.protocol)
        if upstream is None:
            message = f"no provider is configured for {live.endpoint.protocol}"
            live.finish(Answerer.REFUSED, 404, fault=Fault.ACCESS, error=message)
            return error_response(live.dialect, 404, message)
        # Chat Completions streams report usage only on request, and unreported usage cannot be metered.
        chunk = UsageFilter.ask(live)
        answered = await self._ask(live, upstream, request.headers)
        if isinstance(answered, ProviderFailure):
            return self._fail(live, answered)
        async with answered:
            return await self._pass_through.answer(live, request, answered, chunk)

    async def pass_on(self, endpoint: Endpoint, request: web.Request, raw: bytes) -> web.Response | None:
        """Forward a request that generates nothing, once and without a record. Return None if there is no provider."""
        upstream = self._upstream_for_lists(endpoint)
        if upstream is None:
            return None
        url, headers = address(upstream, endpoint, request.raw_path), _headers(upstream, request.headers)
        try:
            # A redirect is not followed, because it could take the key to another host.
            async with self._session.request(
                request.method, url, data=raw or None, headers=headers, allow_redirects=False, proxy=_proxy(upstream)
            ) as answered:
                body = await read(answered, _LONGEST_LIST)
        except (aiohttp.ClientError, TimeoutError):
            return web.Response(status=502)
        return web.Response(
            status=answered.status, body=self._redactor.clean(body), headers=self._pass_through.headers(answered)
        )

    def _upstream_for_lists(self, endpoint: Endpoint) -> Upstream | None:
        found = self._settings.upstreams.get(endpoint.protocol)
        if found is None and endpoint.protocol is Protocol.CHAT:  # both OpenAI protocols share one list of models
            return self._settings.upstreams.get(Protocol.RESPONSES)
        return found

    async def _ask(
        self, live: LiveRequest, upstream: Upstream, client_headers: Mapping[str, str]
    ) -> aiohttp.ClientResponse | ProviderFailure:
        """Send the request until the provider answers, or fails in a way that a retry cannot fix."""
        url, headers = address(upstream, live.endpoint, live.raw_path), _headers(upstream, client_headers)
        total_wait_sec = 0.0
        number = 0
        while True:
            number += 1
            answered = await self._try(live, url, headers)
            if not isinstance(answered, ProviderFailure):
                self._is_down = False
                return answered
            # After one request has given up on the provider, later ones are not retried here, because the agents' own
            # retries are sufficient.
            wait = None if self._is_down else next_wait(self._settings.retry, answered, number, total_wait_sec)
            if wait is None:
                self._is_down = answered.may_pass
                return answered
            live.retried(Attempt(status=answered.status, error=answered.error, waited_sec=round(wait, 3)))
            await asyncio.sleep(wait)
            await live.wait_for_turn()
            total_wait_sec += wait

    async def probe(self, live: LiveRequest) -> ProbeResult:
        """Send a probe to the provider of a request. The probe shares only the model with that request."""
        upstream = self._settings.upstreams[live.endpoint.protocol]
        model = live.conversation.model
        endpoint = generating(live.endpoint.protocol, model)
        headers = _headers(upstream, _PROBE_HEADERS)
        url, body = address(upstream, endpoint, endpoint.path), serialize(live.dialect.probe(model))
        answered = await self._post(url, body, headers, self._proxies[live.endpoint.protocol])
        if isinstance(answered, ProviderFailure):
            is_reached = answered.status is not None or not answered.is_unreachable
            return ProbeResult(answered.status, answered.fault, answered.error, is_reached, answered.is_quota)
        async with answered:
            try:
                content = load(await read(answered, _LONGEST_ERROR))
            except (aiohttp.ClientError, TimeoutError, ValueError) as error:
                return ProbeResult(
                    answered.status, Fault.PROVIDER, f"the answer is none: {self._pass_through.say(error)}"
                )
        return ProbeResult(answered.status, Fault.NONE, usage=live.dialect.usage(mapping(content)))

    async def _try(
        self, live: LiveRequest, url: str, headers: Mapping[str, str]
    ) -> aiohttp.ClientResponse | ProviderFailure:
        live.start_request()
        return await self._post(url, live.raw, headers, self._proxies[live.endpoint.protocol])

    async def _post(
        self, url: str, body: bytes, headers: Mapping[str, str], proxy: str | None
    ) -> aiohttp.ClientResponse | ProviderFailure:
        try:
            answered = await self._session.post(url, data=body, headers=headers, allow_redirects=False, proxy=proxy)
        # A wrong certificate or address is a mistake in the configuration, which no retry can fix.
        except (aiohttp.ClientConnectorCertificateError, aiohttp.InvalidURL) as error:
            return ProviderFailure(None, self._pass_through.say(error), is_final=True)
        except (aiohttp.ClientError, TimeoutError) as error:
            is_unreachable = isinstance(error, aiohttp.ClientConnectorError | aiohttp.ServerDisconnectedError)
            return ProviderFailure(None, self._pass_through.say(error), is_unreachable=is_unreachable)
        if answered.status < 300:
            return answered
        async with answered:
            try:
                content = await read(answered, _LONGEST_ERROR)
            except (aiohttp.ClientError, TimeoutError):
                content = b""
        return ProviderFailure(
            answered.status,
            self._redactor.clean_text(f"{answered.status}: {_message(content)}"),
            body=self._redactor.clean(content),
            retry_after_sec=retry_after_sec(answered.headers),
            # OpenAI and Anthropic send this header to tell their SDKs whether to retry.
            is_final=answered.headers.get("x-should-retry") == "false",
        )

    def _fail(self, live: LiveRequest, failure: ProviderFailure) -> web.Response:
        """Pass a failure on, and record its cause."""
        status = failure.status or 502
        error = failure.error
        if failure.fault is Fault.ACCESS:  # the provider's message about the key must not reach the agent
            live.finish(Answerer.PROVIDER, status, fault=Fault.ACCESS, error=_for_user(live, error))
            answer_status = status if status >= 400 else 502
            return error_response(live.dialect, answer_status, "the provider refused the gateway's request")
        live.finish(Answerer.PROVIDER, status, fault=failure.fault, error=error)
        headers = {}
        if failure.wait_sec is not None:
            headers["retry-after"] = f"{failure.wait_sec:.0f}"
        if failure.status is None:
            return error_response(live.dialect, 502, "the provider cannot be reached", headers)
        return web.Response(status=status, body=failure.body, content_type="application/json", headers=headers)


def _headers(upstream: Upstream, client_headers: Mapping[str, str]) -> dict[str, str]:
    """Return the agent's headers that are safe to forward, plus the API key."""
    headers = {name: client_headers[name] for name in _TO_PROVIDER if name in client_headers}
    headers["content-type"] = "application/json"
    # The answer must not be compressed, because it is redacted and metered on the way.
    headers["accept-encoding"] = "identity"
    if upstream.key is not None:
        key = upstream.key.get_secret_value()
        headers[upstream.auth.value] = f"Bearer {key}" if upstream.auth is Auth.BEARER else key
    return headers


def _proxy(upstream: Upstream) -> str | None:
    """Return the user's proxy for a provider.

    The lookup is done here once, because aiohttp would repeat it for each request and would also read netrc.
    """
    base = urlsplit(upstream.base_url)
    if urllib.request.proxy_bypass(base.hostname or ""):
        return None
    return urllib.request.getproxies().get(base.scheme)


def _message(body: bytes) -> str:
    """Return a provider's error message on one line."""
    try:
        content = load(body)
    except ValueError:
        return body[:300].decode(errors="replace").replace("\n", " ")
    found: Any = content[0] if isinstance(content, list) and content else content
    error = found.get("error") if isinstance(found, dict) else None
    message = error.get("message") if isinstance(error, dict) else error
    return str(message or content)[:500].replace("\n", " ")


def _for_user(live: LiveRequest, error: str) -> str:
    return f"{live.endpoint.protocol} provider: {error}"

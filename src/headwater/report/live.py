"""Runs the live view's server, which is read-only and requires a token unless it listens on the loopback interface.

Pages from other sites in the reader's browser must not be able to read anything. On loopback, the server answers only
requests that name loopback as their host, which prevents DNS rebinding. On other addresses, it requires a cookie, which
browsers send only to this host. It also refuses requests that the browser marks as cross-site fetches, because chunks
are scripts, and any page may load scripts.
"""

from __future__ import annotations

import asyncio
import hmac
import ipaddress
import secrets
import socket
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from headwater.errors import OptionError, UserError, access_error
from headwater.report import _places
from headwater.report._live_site import LiveSite
from headwater.report._render import LIVE_POLICY

_COOKIE = "headwater"
_TYPES = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
}
_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": f"{LIVE_POLICY}; frame-ancestors 'self'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


@dataclass(frozen=True)
class Address:
    """An address to listen on.

    Attributes:
        token: The token that readers must send. Empty on loopback.
    """

    host: str
    port: int
    token: str

    @property
    def url(self) -> str:
        """The URL to open in a browser."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{self.port}/" + (f"?token={self.token}" if self.token else "")


def choose_address(host: str, port: int) -> Address:
    """Return the address to listen on. An address other than loopback gets a new token.

    Raises:
        OptionError: The host is not an IP address.
    """
    if host == "localhost":
        return Address("127.0.0.1", port, "")
    try:
        is_loopback = ipaddress.ip_address(host).is_loopback
    except ValueError:
        raise OptionError("not an IP address", where=f"--host {host}", fix="for example 0.0.0.0") from None
    return Address(host, port, "" if is_loopback else secrets.token_urlsafe(24))


def serve(folders: Sequence[Path], address: Address, ready: Callable[[], None]) -> None:
    """Serve until interrupted.

    Raises:
        UserError: A folder is not a job, or the port is in use.
    """
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    try:
        listener = socket.create_server((address.host, address.port), family=family)
    except OSError as error:
        raise access_error(error, f"{address.host}:{address.port}", "choose another --port") from None
    with listener:
        app = make_app(LiveSite(folders), address)
        web.run_app(app, sock=listener, print=lambda *_: ready(), access_log=None, shutdown_timeout=1)


def make_app(site: LiveSite, address: Address) -> web.Application:
    """Return the web application. It renders pages one at a time in a thread, to keep the event loop responsive."""
    one_at_a_time = ThreadPoolExecutor(1, thread_name_prefix="pages")

    async def answer(request: web.Request) -> web.Response:
        place = request.path.lstrip("/") or _places.OVERVIEW
        loop = asyncio.get_running_loop()
        try:
            if place == "version":
                version = await loop.run_in_executor(one_at_a_time, lambda: site.version)
                return web.json_response({"version": version}, headers=_HEADERS)
            content = await loop.run_in_executor(one_at_a_time, site.read, place)
            redirect = await loop.run_in_executor(one_at_a_time, site.moved, place) if content is None else None
        except UserError as error:
            return web.Response(status=503, text=str(error), headers=_HEADERS)
        if redirect:
            return web.Response(status=302, headers={**_HEADERS, "Location": f"/{quote(redirect)}"})
        if content is None:
            return web.Response(status=404, text="There is no such page. It may be that of a trial that has ended.\n")
        kind = _TYPES.get(Path(place).suffix, "application/octet-stream")
        return web.Response(body=content, content_type=kind, charset="utf-8", headers=_HEADERS)

    app = web.Application(middlewares=[_guard(address)])
    app.router.add_get("/{place:.*}", answer)
    return app


def _guard(address: Address) -> Middleware:
    @web.middleware
    async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
        if request.method not in ("GET", "HEAD"):
            return web.Response(status=405, text="The live view is read-only.\n")
        if _is_fetched_by_another_site(request):
            return web.Response(status=403, text="Another site may not fetch this.\n")
        if not address.token:
            if not _names_loopback(request.host):
                return web.Response(status=403, text="Open this page at the address that `headwater view` printed.\n")
        elif not _matches(request.cookies.get(_COOKIE), address.token):
            return _let_in(request, address.token)
        return await handler(request)

    return guard


def _is_fetched_by_another_site(request: web.Request) -> bool:
    """Return whether another site requests this as a resource. Following a link from another site is allowed."""
    from_elsewhere = request.headers.get("Sec-Fetch-Site", "none") not in ("same-origin", "none")
    return from_elsewhere and request.headers.get("Sec-Fetch-Mode") != "navigate"


def _names_loopback(host: str) -> bool:
    name = host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() else host
    if name == "localhost":
        return True
    try:
        return ipaddress.ip_address(name.strip("[]")).is_loopback
    except ValueError:
        return False


def _matches(given_token: str | None, token: str) -> bool:
    return given_token is not None and hmac.compare_digest(given_token.encode(), token.encode())


def _let_in(request: web.Request, token: str) -> web.Response:
    if not _matches(request.query.get("token"), token):
        return web.Response(status=401, text="Open this page at the address that `headwater view` printed.\n")
    response = web.Response(status=302, headers={"Location": request.path, "Referrer-Policy": "no-referrer"})
    response.set_cookie(_COOKIE, token, httponly=True, samesite="Strict", path="/")
    return response

"""Configures TLS for ClickHouse from the URL parameters that other ClickHouse clients use."""

from __future__ import annotations

import ssl
from collections.abc import Mapping
from urllib.parse import parse_qsl, urlsplit

from headwater.errors import SourceError

_PARAMETERS = ("secure", "verify", "ca_cert")
_SCHEMES = ("clickhouses", "clickhouse+https")
_PORTS = (443, 8443)
_WORDS = {
    **dict.fromkeys(("", "1", "on", "true", "yes"), True),
    **dict.fromkeys(("0", "off", "false", "no"), False),
}


def tls_of(url: str, location: str) -> ssl.SSLContext | None:
    """Return the TLS context for a URL, or None if the URL does not use TLS.

    ``clickhouses://``, ``secure=true`` and the ports 443 and 8443 select TLS. The server's certificate must match the
    server's name and be signed by an authority that this machine trusts or that ``ca_cert=FILE`` contains.
    ``verify=false`` accepts any certificate.

    Args:
        url: The URL. Its port must be a number or absent.
        location: The location without the password, for messages.

    Raises:
        SourceError: A parameter is unknown or cannot be used.
    """
    parts = urlsplit(url)
    parameters = dict(parse_qsl(parts.query, keep_blank_values=True))
    for name in parameters:
        if name not in _PARAMETERS:
            raise SourceError(f"{name} is not a parameter", where=location, fix=f"there are {', '.join(_PARAMETERS)}")
    is_secure = _flag(parameters, "secure", parts.port in _PORTS, location)
    if not is_secure and parts.scheme not in _SCHEMES:
        if unused := [name for name in parameters if name != "secure"]:
            raise SourceError(f"{unused[0]} requires TLS", where=location, fix="add secure=true")
        return None
    return _context(_flag(parameters, "verify", True, location), parameters.get("ca_cert"), location)


def _flag(parameters: Mapping[str, str], name: str, usual: bool, location: str) -> bool:
    if name not in parameters:
        return usual
    word = parameters[name].lower()
    if word not in _WORDS:
        raise SourceError(f"{name} must be true or false", where=location)
    return _WORDS[word]


def _context(verify: bool, authority: str | None, location: str) -> ssl.SSLContext:
    try:
        context = ssl.create_default_context(cafile=authority)
    except ssl.SSLError:
        raise SourceError(f"ca_cert: {authority} contains no certificate in PEM format", where=location) from None
    except OSError as error:
        raise SourceError(f"ca_cert: {authority} cannot be read: {error.strerror}", where=location) from None
    if not verify:
        # In this order, because Python refuses CERT_NONE while it checks the name.
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    return context

"""Classifies failures of the provider by their cause, and decides whether to retry."""

from __future__ import annotations

import email.utils
import random
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from headwater.gateway._settings import RetryPolicy
from headwater.gateway.protocols._shape import load, mapping, mappings, string
from headwater.records.wire import Fault

_TRANSIENT = frozenset({408, 409, 425, 429, *range(500, 600)})
# Redirects, 404 and 405 mean that the configured address is wrong.
_ACCESS = frozenset({401, 402, 403, 404, 405, *range(300, 400)})
_USERS = frozenset({"insufficient_quota", "billing_not_active", "billing_hard_limit_reached", "API_KEY_INVALID"})
"""The codes, types and reasons of errors that the user's account causes, regardless of the status."""
_NO_CREDIT = "Your credit balance is too low"
"""The beginning of the message of an Anthropic error that has no separate code."""
_RETRY_INFO = "google.rpc.RetryInfo"


@dataclass(frozen=True)
class ProviderFailure:
    """A provider failure.

    Attributes:
        status: The HTTP status, or None if there was no response.
        error: One line for the log that describes the failure.
        body: The unchanged body of the response, for the agent.
        retry_after_sec: The wait that the provider requests.
        is_final: Whether the provider says that retrying is useless.
        is_unreachable: Whether there was no connection.
    """

    status: int | None
    error: str
    body: bytes = b""
    retry_after_sec: float | None = None
    is_final: bool = False
    is_unreachable: bool = False

    @property
    def fault(self) -> Fault:
        """The kind of fault, which depends on who caused the failure."""
        if self.status is None:
            return Fault.ACCESS if self.is_final else Fault.PROVIDER
        if self.status in _ACCESS or self._is_of_the_account:
            return Fault.ACCESS
        return Fault.PROVIDER if self.status in _TRANSIENT else Fault.REQUEST

    @property
    def is_quota(self) -> bool:
        """Return whether the account's quota is exhausted."""
        return self.status == 402 or self._is_of_the_account or self._is_over_for_today

    @property
    def may_pass(self) -> bool:
        """Return whether a retry can succeed."""
        return not self.is_final and self.fault is Fault.PROVIDER and not self._is_over_for_today

    @property
    def wait_sec(self) -> float | None:
        """The wait that the provider requests, in a header or, for Google, in the body."""
        if self.retry_after_sec is not None:
            return self.retry_after_sec
        for detail in self._details:
            delay = string(detail.get("retryDelay"))
            if _RETRY_INFO in string(detail.get("@type")) and re.fullmatch(r"[0-9.]{1,12}s", delay):
                return float(delay[:-1])
        return None

    @cached_property
    def _error(self) -> dict[str, Any]:
        try:
            content = load(self.body)
        except ValueError:
            return {}
        first = content[0] if isinstance(content, list) and content else content
        return mapping(mapping(first).get("error"))

    @property
    def _details(self) -> list[dict[str, Any]]:
        return mappings(self._error.get("details"))

    @property
    def _is_of_the_account(self) -> bool:
        """Return whether the account caused the error, according to the error codes and the beginning of the message.

        The rest of the message may quote the agent.
        """
        codes = [self._error.get("code"), self._error.get("type"), *(detail.get("reason") for detail in self._details)]
        is_coded = any(isinstance(value, str) and value in _USERS for value in codes)
        return is_coded or string(self._error.get("message")).startswith(_NO_CREDIT)

    @property
    def _is_over_for_today(self) -> bool:
        # A daily quota is not reset while a trial waits.
        quotas = [violation for detail in self._details for violation in mappings(detail.get("violations"))]
        return any("PerDay" in string(quota.get("quotaId")) for quota in quotas)


def next_wait(policy: RetryPolicy, failure: ProviderFailure, number: int, waited_sec: float) -> float | None:
    """Return the number of seconds before the next attempt, or None to pass the failure on.

    Args:
        policy: The limits on retries.
        failure: The failure of the last attempt.
        number: The number of attempts so far.
        waited_sec: The number of seconds waited so far.
    """
    if not failure.may_pass or number >= policy.tries:
        return None
    if failure.wait_sec is not None:
        wait = failure.wait_sec
        # A retry before the time that the provider requests would only fail again.
        if wait > policy.longest_wait_sec:
            return None
    else:
        wait = min(policy.first_wait_sec * 2 ** (number - 1), policy.longest_wait_sec)
        wait *= random.uniform(0.75, 1)  # noqa: S311 - so that trials that failed together do not come back together
    return wait if waited_sec + wait <= policy.total_sec else None


def retry_after_sec(headers: Mapping[str, str]) -> float | None:
    """Parse the waiting time that a provider requests, in seconds, in milliseconds or as a date."""
    try:
        if (milliseconds := headers.get("retry-after-ms")) is not None:
            return max(0.0, float(milliseconds) / 1000)
        value = headers.get("retry-after")
        if value is None:
            return None
        if re.fullmatch(r"[0-9.]+", value):
            return float(value)
        return max(0.0, email.utils.parsedate_to_datetime(value).timestamp() - time.time())
    except (ValueError, TypeError):
        return None

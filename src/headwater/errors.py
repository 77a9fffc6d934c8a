"""The errors that a person sees: one clear line that names the place and the fix."""

from __future__ import annotations


class HeadwaterError(Exception):
    """Base of every error that Headwater raises on purpose."""


class UserError(HeadwaterError):
    """Something that the user can put right; the CLI prints it as one line and exits with code 2."""


class InfraError(HeadwaterError):
    """The machine, a service or Headwater itself failed; never counted against the agent."""

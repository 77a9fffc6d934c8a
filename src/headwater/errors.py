"""The errors that Headwater raises on purpose, with one class per cause.

Each error stores the location of the problem, its description and its fix in separate fields. The command line exits
with code 2 for a ``UserError``, 130 for a ``CancelledError``, and 1 for all others.
"""

from __future__ import annotations


class HeadwaterError(Exception):
    """The base class of all errors that Headwater raises on purpose.

    Additional fields of a subclass must be keyword arguments with defaults, so that its errors can be pickled, because
    trials run in other processes.

    Attributes:
        where: The file, option, field or name that is wrong; empty if ``what`` names it.
        what: The problem.
        fix: The way to fix it; empty if that is obvious.
    """

    def __init__(self, what: str, *, where: object = "", fix: str = "") -> None:
        super().__init__(what)
        self.where = str(where)
        self.what = what
        self.fix = fix

    @property
    def problem(self) -> str:
        """The text ``where: what``, for callers that show the fix separately."""
        return f"{self.where}: {self.what}" if self.where else self.what

    def __str__(self) -> str:
        """Return the message for users: ``where: what; fix``."""
        return f"{self.problem}; {self.fix}" if self.fix else self.problem


class UserError(HeadwaterError):
    """An error that the user can fix."""


class NotFoundError(UserError):
    """A name, file or folder does not exist; ``fix`` lists the existing names if there are few."""


class AmbiguousNameError(UserError):
    """A name matches several objects."""


class AlreadyExistsError(UserError):
    """An object with this name, or a file at this path, already exists and is not overwritten."""


class OptionError(UserError):
    """An option, an argument or an environment variable is missing, has no valid value or excludes another."""


class CredentialError(OptionError):
    """The key of a model's provider is not set or has an invalid format."""


class UnsupportedError(UserError):
    """A request is valid but cannot work, for example an agent without MCP with a harness that needs it."""


class FileAccessError(UserError):
    """A file, folder or port exists but cannot be opened, read or written."""


class InvalidFileError(UserError):
    """A file or folder does not follow its format."""


class InvalidTaskError(InvalidFileError):
    """A task's folder does not follow the format of tasks."""


class DamagedError(InvalidFileError):
    """A trial of a job cannot be read.

    Attributes:
        trial: The id of the trial.
    """

    def __init__(self, what: str, *, where: object = "", fix: str = "", trial: str = "") -> None:
        super().__init__(what, where=where, fix=fix)
        self.trial = trial


class UncollectedError(UserError):
    """The output of an agent cannot be collected, because its trial has no record, is excluded, or lost its files."""


class PluginError(UserError):
    """An agent, engine, executor, harness or suite of an installed package cannot be used."""


class NotBuiltError(UserError):
    """A suite, a catalog or a model has not been built yet or is out of date."""


class MissingDependencyError(UserError):
    """A package, program or engine is not installed."""


class IsolationError(UserError):
    """This machine cannot isolate trials, or agents could read something that they must not see."""


class NoRoomError(UserError):
    """A file system is full, but not because of the output of a trial."""


class JobBudgetError(UserError):
    """The budget of a job is used up before all of its trials have run."""


class JobBusyError(UserError):
    """Another process is running the job."""


class ClusterError(UserError):
    """A cluster cannot be reached or joined, is full, has ended, or has nodes with another version of Headwater."""


class BrokenTaskError(UserError):
    """A seed, the reference solution or the checks of a task fail, so that its trials cannot run."""


class TasksBrokenError(UserError):
    """Some trials of a job could not start; the others have run.

    Attributes:
        errors: One error per cause.
    """

    def __init__(self, what: str, *, where: object = "", fix: str = "", errors: tuple[UserError, ...] = ()) -> None:
        super().__init__(what, where=where, fix=fix)
        self.errors = errors

    @classmethod
    def of(cls, *errors: UserError) -> TasksBrokenError:
        """Return an error whose message lists these errors, one per line."""
        return cls("\n".join(map(str, errors)), errors=errors)


class NotComparableError(UserError):
    """The chosen trials or tables cannot be compared, because they differ or too few remain."""


class SourceError(UserError):
    """A database or folder with data cannot be reached, opened or read."""


class RequestError(UserError):
    """A query cannot be answered, because it is refused, exceeds a limit or is meaningless."""


class InfraError(HeadwaterError):
    """The machine, a service or Headwater itself failed. Such errors never count against the agent."""


class SandboxError(InfraError):
    """A sandbox could not be created or removed, or failed while it was used."""


class ServiceError(InfraError):
    """A service of a task did not start, refused its setup, or died."""


class GatewayError(InfraError):
    """The connection of a trial to a model or to the network could not be set up or was lost."""


class ArchiveError(InfraError):
    """An archive of a folder cannot be written or unpacked."""


class LayerError(InfraError):
    """The software of an agent, harness or toolchain could not be installed or prepared."""


class BuildError(InfraError):
    """A program that builds or tests a suite failed, such as dbt on the suite's project."""


class NodeError(InfraError):
    """A machine of a cluster died during a trial, or cannot run it."""


class GradingError(InfraError):
    """A step of grading ended without a result."""


class QueryError(HeadwaterError):
    """A service refused a query, or its answer was too large, took too long or could not be read.

    A check that raises this error fails, because the agent is responsible for the data that checks query.
    """


class UncountedError(QueryError):
    """A program sent no request to the addresses in its environment, so that it cannot be stopped at one of them."""


class CancelledError(HeadwaterError):
    """The work was interrupted before it had a result."""


def access_error(error: OSError, where: object, fix: str = "") -> UserError:
    """Return the error for a file, folder or port to which the operating system denies access."""
    kind = NotFoundError if isinstance(error, FileNotFoundError) else FileAccessError
    return kind(error.strerror or str(error), where=where, fix=fix)

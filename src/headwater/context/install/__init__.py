"""Installs the context server for an agent: an entry in the agent's configuration, and a short skill.

    >>> for written in install(Target.CLAUDE_CODE, Path.cwd(), server): print(written.change, written.path)
    >>> uninstall(Target.CLAUDE_CODE, Path.cwd())

All files are in the project's folder. Other content in them is kept. An existing entry that is not Headwater's and an
edited skill are left unchanged. A file that cannot be changed without loss (JSON with comments) causes an error that
says what to add by hand. Installing twice changes nothing, and uninstalling removes only what was installed.
"""

from headwater.context.install._install import FileChange, InstalledFile, install, uninstall
from headwater.context.install._targets import InstallTarget, ServerCommand, what_next

__all__ = ["FileChange", "InstallTarget", "InstalledFile", "ServerCommand", "install", "uninstall", "what_next"]

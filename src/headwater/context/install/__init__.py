"""Installs the context server for an agent: an entry in the agent's configuration, and a short skill.

    >>> for written in install(Target.CLAUDE_CODE, Path.cwd(), server): print(written.change, written.path)
    >>> uninstall(Target.CLAUDE_CODE, Path.cwd())

All files are in the project's folder, and their other content is kept. An edited skill, or an existing entry that is
not Headwater's, is left unchanged. If a file cannot be changed without loss (JSON with comments), an error says what to
add by hand. Installing twice changes nothing, and uninstalling removes only what was installed.
"""

from headwater.context.install._install import FileChange, InstalledFile, install, uninstall
from headwater.context.install._targets import InstallTarget, ServerCommand, what_next

__all__ = ["FileChange", "InstallTarget", "InstalledFile", "ServerCommand", "install", "uninstall", "what_next"]

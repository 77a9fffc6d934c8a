"""Telling an agent of the context server: an entry in its configuration and a short skill beside it.

>>> for written in install(Target.CLAUDE_CODE, Path.cwd(), server): print(written.change, written.path)
>>> uninstall(Target.CLAUDE_CODE, Path.cwd())

Everything that is written is in the project's folder. What people have in these files stays as it is: an entry that is
there and is not ours is left, a skill that was edited is left, and a file that cannot be changed without losing
something (JSON with comments) is an error that says what to add by hand. Installing twice changes nothing, and removing
takes away what was written and nothing else.
"""

from headwater.context.install._install import Change, Written, install, uninstall
from headwater.context.install._targets import Server, Target, what_next

__all__ = ["Change", "Server", "Target", "Written", "install", "uninstall", "what_next"]

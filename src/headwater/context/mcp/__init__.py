"""The MCP server: what is known of a project's data and dbt models, as tools for an agent.

>>> serve_stdio(LiveProject(Path.cwd()))

Every tool answers in plain lines of text, which cost an agent half of what JSON does, in pages of about 6,000
characters. It says what to do next where an answer is cut, and an error says what to try. All tools only read; the
server writes nothing but its own index. Before each answer it looks at what has changed in the project.

``_tools`` has the tools and what an agent is told about them, ``_answers`` the words of their answers, ``_server`` the
official SDK around them, ``_http`` what protects the server when it listens on a port of the loopback.
"""

from headwater.context.mcp._http import serve_http
from headwater.context.mcp._server import make_server, serve_stdio

__all__ = ["make_server", "serve_http", "serve_stdio"]

"""Implements the MCP server, which offers an agent tools to explore a project's data and dbt models.

    >>> serve_stdio(LiveProject(Path.cwd()))

Tools answer in pages of about 6,000 characters. The answers are plain lines of text, which take half as many tokens as
JSON. A truncated answer says how to continue, and an error says what to try. All tools are read-only, and the server
writes only its own index. Before each answer, it checks what has changed in the project.

``_tools`` defines the tools and their descriptions for agents, ``_answers`` formats the answers, ``_server`` adapts the
tools to the official SDK, and ``_http`` protects the server when it listens on a loopback port.
"""

from headwater.context.mcp._http import serve_http
from headwater.context.mcp._server import make_server, serve_stdio

__all__ = ["make_server", "serve_http", "serve_stdio"]

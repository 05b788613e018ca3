from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from .wire import Request, Response

if TYPE_CHECKING:
    from .agent import Agent


def handle_wsgi(agent: Agent, environ: dict[str, Any], start_response: Callable[..., Any]) -> list[bytes]:
    response = agent.too_large() if _length(environ) > agent.max_body_bytes else _answer(agent, environ)
    headers, body = response.encoded()
    # Hop-by-hop headers belong to the server (PEP 3333).
    headers = [(name, value) for name, value in headers if name != "connection"]
    start_response(f"{response.status} {HTTPStatus(response.status).phrase}", headers)
    return [body]


def _answer(agent: Agent, environ: dict[str, Any]) -> Response:
    headers = {
        name.removeprefix("HTTP_").replace("_", "-").lower(): value
        for name, value in environ.items()
        if name.startswith("HTTP_")
    }
    body = environ["wsgi.input"].read(_length(environ))
    return agent.handle(Request(environ["REQUEST_METHOD"], environ.get("PATH_INFO", "/"), headers, body))


def _length(environ: dict[str, Any]) -> int:
    length = environ.get("CONTENT_LENGTH") or "0"
    return int(length) if length.isdigit() else 0

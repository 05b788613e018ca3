from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from .wire import Request, Response

if TYPE_CHECKING:
    from .agent import Agent

# Requests that wait for their work occupy a thread each; asyncio's own pool has only a few.
_waiting = ThreadPoolExecutor(max_workers=256, thread_name_prefix="callboard-agent")


async def handle_asgi(
    agent: Agent, scope: dict[str, Any], receive: Callable[..., Any], send: Callable[..., Any]
) -> None:
    if scope["type"] == "lifespan":
        return await _lifespan(agent, receive, send)
    if scope["type"] != "http":
        raise ValueError(f"The agent serves HTTP only, not {scope['type']}")
    body = await _read(agent, receive)
    response = agent.too_large() if body is None else await _answer(agent, scope, body)
    headers, data = response.encoded()
    encoded = [(name.encode(), value.encode()) for name, value in headers if name != "connection"]
    await send({"type": "http.response.start", "status": response.status, "headers": encoded})
    await send({"type": "http.response.body", "body": data})


async def _answer(agent: Agent, scope: dict[str, Any], body: bytes) -> Response:
    headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
    request = Request(scope["method"], scope["path"], headers, body)
    return await asyncio.get_running_loop().run_in_executor(_waiting, agent.handle, request)


async def _read(agent: Agent, receive: Callable[..., Any]) -> bytes | None:
    """None: too large."""
    body = bytearray()
    while True:
        message = await receive()
        body += message.get("body", b"")
        if len(body) > agent.max_body_bytes:
            return None
        if not message.get("more_body", False):
            return bytes(body)


async def _lifespan(agent: Agent, receive: Callable[..., Any], send: Callable[..., Any]) -> None:
    while True:
        message = await receive()
        if message["type"] == "lifespan.shutdown":
            await asyncio.get_running_loop().run_in_executor(None, agent.join)
        await send({"type": f"{message['type']}.complete"})
        if message["type"] == "lifespan.shutdown":
            return

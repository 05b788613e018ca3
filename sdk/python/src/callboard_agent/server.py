"""Runs an agent on ``http.server``, for development and for agents behind a proxy."""

from __future__ import annotations

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlsplit

from .agent import Agent
from .wire import Request, Response

READ_TIMEOUT_SECONDS = 60


class RunningAgent:
    def __init__(self, agent: Agent, server: ThreadingHTTPServer) -> None:
        self._agent = agent
        self._server = server
        self._thread = threading.Thread(target=server.serve_forever, args=(0.05,), name="callboard-agent")
        self._thread.start()

    @property
    def url(self) -> str:
        host, port = self._server.server_address[:2]
        return f"http://{str(host)}:{port}/"

    def wait(self) -> None:
        """Waits until the process is interrupted (Ctrl-C), then closes."""
        try:
            while self._thread.is_alive():
                self._thread.join(1)
        except KeyboardInterrupt:
            self.close()

    def close(self) -> None:
        """Takes no more requests, and waits for the work in progress."""
        self._server.shutdown()
        self._server.server_close()
        self._agent.join()


def serve(agent: Agent, *, port: int = 8080, host: str = "127.0.0.1") -> RunningAgent:
    """Listens in a thread of its own. ``port=0`` takes any free port."""

    class Server(ThreadingHTTPServer):
        daemon_threads = True
        request_queue_size = 128

    return RunningAgent(agent, Server((host, port), _handler(agent)))


def _handler(agent: Agent) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        timeout = READ_TIMEOUT_SECONDS

        def _answer(self) -> None:
            self._send(self._respond())

        do_GET = do_HEAD = do_POST = do_PUT = do_DELETE = do_PATCH = _answer

        def _respond(self) -> Response:
            length = self.headers.get("content-length") or "0"
            if not length.isdigit() or self.headers.get("transfer-encoding"):
                return Response(411, {"message": "Send Content-Length."}, {"connection": "close"})
            if int(length) > agent.max_body_bytes:
                return agent.too_large()
            headers = {name.lower(): value for name, value in self.headers.items()}
            body = self.rfile.read(int(length))
            return agent.handle(Request(self.command, urlsplit(self.path).path, headers, body))

        def _send(self, response: Response) -> None:
            headers, body = response.encoded()
            self.send_response(response.status)
            for name, value in headers:
                self.send_header(name, value)
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            pass

    return Handler

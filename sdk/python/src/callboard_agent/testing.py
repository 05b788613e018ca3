"""Plays Callboard for the tests of an agent: calls it as Callboard does, and receives its reports."""

from __future__ import annotations

import json
import queue
import threading
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urljoin

from .agent import Agent
from .signature import decode_secret, sign
from .wire import Request


@dataclass
class _Attempt:
    token: str = field(default_factory=lambda: str(uuid.uuid4()))
    reports: list[dict[str, Any]] = field(default_factory=list)
    has_ended: bool = False
    end: queue.Queue[dict[str, Any]] = field(default_factory=queue.Queue)


@dataclass(frozen=True)
class Call:
    execution_id: str
    status: int
    headers: Mapping[str, str]
    body: Any
    reports: list[dict[str, Any]]
    """All reports so far, in order."""
    _end: queue.Queue[dict[str, Any]]

    def ended(self, timeout: float = 60) -> dict[str, Any]:
        """Waits for the report that ends the attempt."""
        return self._end.get(timeout=timeout)


class Callboard:
    """Listens on a free port of the loopback interface. Use it in a ``with`` statement."""

    def __init__(self, *, signing_secret: str | None = None, token: str | None = None) -> None:
        self._key = None if signing_secret is None else decode_secret(signing_secret)
        self._token = token
        self._attempts: dict[str, _Attempt] = {}
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self._attempts))
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()

    def __enter__(self) -> Callboard:
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    def call(
        self,
        agent: Agent | str,
        params: Any = None,
        *,
        execution_id: str | None = None,
        upstream: Mapping[str, Any] | None = None,
        config: Any = None,
        metadata: Mapping[str, Any] | None = None,
    ) -> Call:
        """Give an ``execution_id`` twice to deliver an attempt again."""
        key = execution_id or str(uuid.uuid4())
        attempt = self._attempts.setdefault(key, _Attempt())
        port = self._server.server_address[1]
        task = {
            "jobId": str(uuid.uuid4()),
            "executionId": key,
            "agentId": "test",
            "agentVersion": "1.0.0",
            "params": {} if params is None else params,
            "config": config,
            "metadata": {"priority": 0, "retryCount": 0, "traceId": uuid.uuid4().hex, **(metadata or {})},
            "upstream": upstream,
            "callback": {
                "url": f"http://127.0.0.1:{port}/agent/v1/executions/{key}",
                "token": attempt.token,
            },
        }
        status, headers, body = self._post(agent, "", key, task)
        return Call(key, status, headers, body, attempt.reports, attempt.end)

    def cancel(self, agent: Agent | str, execution_id: str, reason: str = "cancelled") -> tuple[int, Any]:
        """Sends the notice that an attempt was cancelled. From then on, reports about it get 409."""
        if execution_id in self._attempts:
            self._attempts[execution_id].has_ended = True
        notice = {"jobId": str(uuid.uuid4()), "executionId": execution_id, "reason": reason}
        status, _, body = self._post(agent, "cancel", f"cancel_{execution_id}", notice)
        return status, body

    def _post(self, agent: Agent | str, path: str, message_id: str, body: Any) -> tuple[int, dict[str, str], Any]:
        data = json.dumps(body).encode()
        headers = {"content-type": "application/json", **self._signature(message_id, data)}
        if self._token is not None:
            headers["authorization"] = f"Bearer {self._token}"
        if isinstance(agent, Agent):
            response = agent.handle(Request("POST", f"/{path}", headers, data))
            return response.status, dict(response.headers), response.body
        request = urllib.request.Request(urljoin(agent, path), data=data, headers=headers)
        try:
            answer = urllib.request.urlopen(request, timeout=60)
        except urllib.error.HTTPError as error:
            answer = error
        with answer:
            return answer.status, {k.lower(): v for k, v in answer.headers.items()}, json.loads(answer.read())

    def _signature(self, message_id: str, body: bytes) -> dict[str, str]:
        if self._key is None:
            return {}
        timestamp = str(int(time.time()))
        return {
            "webhook-id": message_id,
            "webhook-timestamp": timestamp,
            "webhook-signature": sign(self._key, message_id, timestamp, body),
        }


def _handler(attempts: dict[str, _Attempt]) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            report = json.loads(self.rfile.read(int(self.headers["content-length"])))
            attempt = attempts.get(self.path.rsplit("/", 1)[-1])
            allowed = attempt is not None and self.headers["authorization"] == f"Bearer {attempt.token}"
            self.send_response(_take(attempt, report) if attempt is not None and allowed else 401)
            self.send_header("content-length", "2")
            self.end_headers()
            self.wfile.write(b"{}")

        def log_message(self, *_: Any) -> None:
            pass

    return Handler


def _take(attempt: _Attempt, report: dict[str, Any]) -> int:
    """:returns: the status of the answer"""
    if attempt.has_ended:
        return 409
    attempt.reports.append(report)
    if report["status"] != "running":
        attempt.has_ended = True
        attempt.end.put(report)
    return 200

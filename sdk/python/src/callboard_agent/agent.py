from __future__ import annotations

import logging
import threading
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any, Literal

from .attempt import Attempt, Work
from .attempts import Answer, AttemptStore, MemoryAttempts
from .errors import AgentError
from .job import Callback, Job, parse_cancellation, parse_task
from .signature import decode_secret, has_token, is_signed
from .wire import Request, Response, respond

Health = Literal["healthy", "degraded", "unhealthy"]

log = logging.getLogger("callboard_agent")


class Agent:
    """An agent as a WSGI application (``agent.wsgi``), an ASGI application (``agent.asgi``) or ``serve(agent)``."""

    def __init__(
        self,
        work: Work | Callable[[Job], Awaitable[Any]],
        *,
        params: Callable[[Any], Any] | None = None,
        version: str | None = None,
        signing_secret: str | Sequence[str] | None = None,
        token: str | Sequence[str] | None = None,
        accept_after: float | None = 10,
        heartbeat: float | None = None,
        max_concurrent: int | None = None,
        busy_retry_after: float = 1,
        is_retryable: Callable[[Exception], bool] = lambda error: False,
        callback_origins: Iterable[str] | None = None,
        attempts: AttemptStore | None = None,
        health: Callable[[], Health] = lambda: "healthy",
        max_body_bytes: int = 8 * 1024 * 1024,
    ) -> None:
        """
        :param work: does the work of one job, and returns the result or raises an error
        :param params: checks params; returns them, or raises an error that says what is wrong
        :param signing_secret: the agent's signing secret (``whsec_…``), or several of which one must match
        :param token: the token of ``authentication: { type: BEARER }``, or several
        :param accept_after: how many seconds a request waits for the result before it is answered with 202;
            0: not at all, None: as long as it takes
        :param heartbeat: seconds between two heartbeats while it works on an accepted attempt
        :param max_concurrent: more attempts at a time are answered with 503 and ``Retry-After``
        :param is_retryable: whether errors other than AgentError are retried
        :param callback_origins: needed if requests are neither signed nor have a token
        """
        self.max_body_bytes = max_body_bytes
        self._work = work
        self._params = params
        self._version = version
        self._keys = [decode_secret(secret) for secret in _list(signing_secret)]
        self._tokens = _list(token)
        if "" in self._tokens:
            raise ValueError("token is empty")
        self._accept_after = accept_after
        self._heartbeat = heartbeat
        self._max_concurrent = max_concurrent
        self._busy_retry_after = busy_retry_after
        self._is_retryable = is_retryable
        self._callback_origins = None if callback_origins is None else set(callback_origins)
        self._attempts = attempts if attempts is not None else MemoryAttempts()
        self._health = health
        self._lock = threading.Lock()
        self._running: dict[str, Attempt] = {}
        self._alive: list[Attempt] = []

    def handle(self, request: Request) -> Response:
        """Answers ``POST …/cancel``, ``GET …/health``, and tasks at any other path. Waits for the work."""
        try:
            return self._handle(request)
        except AgentError as error:
            return respond(400, {"message": str(error)})
        except Exception:
            log.exception("The agent failed before it began the work")
            return respond(500, {"message": "The agent failed before it began the work."})

    def too_large(self) -> Response:
        """The answer to a request of more than ``max_body_bytes``, which servers need not read."""
        message = f"The request is larger than {self.max_body_bytes} bytes."
        return Response(413, {"message": message}, {"connection": "close"})

    def join(self) -> None:
        """Waits until no work is left, including reports."""
        for attempt in self._alive:
            attempt.join()

    def wsgi(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> list[bytes]:
        from .wsgi import handle_wsgi

        return handle_wsgi(self, environ, start_response)

    async def asgi(self, scope: dict[str, Any], receive: Callable[..., Any], send: Callable[..., Any]) -> None:
        from .asgi import handle_asgi

        await handle_asgi(self, scope, receive, send)

    def _handle(self, request: Request) -> Response:
        if request.method in ("GET", "HEAD"):
            if not request.path.endswith("/health"):
                return respond(405, {"message": "Use POST to send tasks."})
            body = {"status": self._health()}
            return respond(200, body if self._version is None else {**body, "version": self._version})
        if request.method not in ("POST", "PUT"):
            return respond(405, {"message": "Use POST to send tasks."})
        if len(request.body) > self.max_body_bytes:
            return self.too_large()
        if self._tokens and not has_token(self._tokens, request.headers.get("authorization", "")):
            return respond(401, {"message": "The bearer token is missing or wrong."})
        if self._keys and not is_signed(self._keys, request.headers, request.body):
            message = "The signature is missing, wrong, or older than five minutes."
            return respond(401, {"message": message})
        if request.path.endswith("/cancel"):
            return self._cancel(request.body)
        return self._take(request.body)

    def _take(self, body: bytes) -> Response:
        job, callback = parse_task(body)
        if self._callback_origins is not None and callback.origin not in self._callback_origins:
            message = f"callback.url has the origin {callback.origin}, which is not allowed."
            return respond(403, {"message": message})
        if self._params is not None:
            try:
                job.params = self._params(job.params)
            except Exception as error:
                return respond(200, {"status": "rejected", "message": str(error) or repr(error)})
        begun = self._begin(job, callback)
        if isinstance(begun, Response):
            return begun
        answer = begun.answer_within(self._accept_after)
        return respond(202, {"status": "accepted"}) if answer is None else _to_response(answer)

    def _begin(self, job: Job, callback: Callback) -> Attempt | Response:
        """Of two deliveries of one attempt, only one begins."""
        key = job.execution_id
        with self._lock:
            if key in self._running:
                return self._running[key]
            if self._max_concurrent is not None and len(self._running) >= self._max_concurrent:
                return respond(503, {"message": "The agent is busy."}, self._busy_retry_after)
            known = self._attempts.begin(key)
            if known == "running":
                return respond(409, {"message": "Another process is working on this attempt."})
            if known is not None:
                return _to_response(known)
            attempt = Attempt(
                job,
                callback,
                self._work,
                heartbeat=self._heartbeat,
                is_retryable=self._is_retryable,
                remember=self._end,
            )
            self._running[key] = attempt
            attempt.start()
            self._alive = [one for one in self._alive if one.is_alive] + [attempt]
            return attempt

    def _end(self, key: str, answer: Answer) -> None:
        try:
            self._attempts.end(key, answer)
        finally:
            with self._lock:
                del self._running[key]

    def _cancel(self, body: bytes) -> Response:
        execution_id, reason = parse_cancellation(body)
        with self._lock:
            attempt = self._running.get(execution_id)
        if attempt is None:
            return respond(200, {"status": "unknown"})
        attempt.cancel(reason)
        return respond(200, {"status": "cancelled"})


def _to_response(answer: Answer) -> Response:
    body = {name: value for name, value in answer.items() if name != "retryAfter"}
    return respond(200, body, answer.get("retryAfter"))


def _list(value: str | Sequence[str] | None) -> list[str]:
    if value is None:
        return []
    return [value] if isinstance(value, str) else list(value)

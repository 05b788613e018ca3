"""The request body that Callboard sends, as far as the kit relies on it."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from .errors import AgentError, Cancelled


@dataclass
class Job:
    """What the work receives: one attempt of a job."""

    job_id: str
    """The same for all attempts of the job."""
    execution_id: str
    """This attempt, the same when it is delivered again."""
    agent_id: str
    agent_version: str
    params: Any
    config: Any
    metadata: Mapping[str, Any]
    """Among others ``retryCount`` (0 for the first attempt), ``deadline`` and ``traceId``."""
    upstream: Mapping[str, Any]
    metrics: dict[str, Any] = field(default_factory=dict)
    """Sent with the result and with progress."""
    _cancelled: threading.Event = field(default_factory=threading.Event)
    _reason: str = ""
    _progress: Callable[[], None] = lambda: None

    @property
    def cancelled(self) -> bool:
        """Whether Callboard has cancelled the attempt or ended it otherwise."""
        return self._cancelled.is_set()

    def check(self) -> None:
        """Call this between two parts of the work. :raises Cancelled: if the result is no longer needed"""
        if self.cancelled:
            raise Cancelled(self._reason)

    def wait(self, seconds: float) -> None:
        """Sleeps, but not longer than the attempt is needed. :raises Cancelled: as ``check``"""
        self._cancelled.wait(seconds)
        self.check()

    def progress(self, **metrics: Any) -> None:
        """Reports progress, which extends the deadline. The work continues if Callboard cannot be reached."""
        self.metrics.update(metrics)
        self._progress()

    def cancel(self, reason: str) -> None:
        self._reason = reason
        self._cancelled.set()


@dataclass(frozen=True)
class Callback:
    url: str
    token: str

    @property
    def origin(self) -> str:
        parts = urlsplit(self.url)
        return f"{parts.scheme}://{parts.netloc}"


def parse_task(body: bytes) -> tuple[Job, Callback]:
    """:raises AgentError: saying which part of the request is missing"""
    task = _parse_object(body)
    for name in ("jobId", "executionId", "agentId"):
        if not isinstance(task.get(name), str) or not task[name]:
            raise _malformed(f"{name} is missing")
    if not isinstance(task.get("metadata"), dict):
        raise _malformed("metadata is missing")
    callback = task.get("callback")
    if not isinstance(callback, dict) or not all(isinstance(callback.get(k), str) for k in ("url", "token")):
        raise _malformed("callback { url, token } is missing")
    if urlsplit(callback["url"]).scheme not in ("http", "https"):
        raise _malformed("callback.url is not an absolute URL")
    job = Job(
        job_id=task["jobId"],
        execution_id=task["executionId"],
        agent_id=task["agentId"],
        agent_version=str(task.get("agentVersion", "")),
        params=task.get("params", {}),
        config=task.get("config"),
        metadata=task["metadata"],
        upstream=task.get("upstream") or {},
    )
    return job, Callback(callback["url"], callback["token"])


def parse_cancellation(body: bytes) -> tuple[str, str]:
    """:returns: the id of the attempt, and the reason"""
    notice = _parse_object(body)
    if not isinstance(notice.get("executionId"), str):
        raise _malformed("executionId is missing")
    return notice["executionId"], str(notice.get("reason", "cancelled"))


def _parse_object(body: bytes) -> dict[str, Any]:
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        raise _malformed("the body is not JSON") from None
    if not isinstance(value, dict):
        raise _malformed("the body is not a JSON object")
    return value


def _malformed(what: str) -> AgentError:
    return AgentError(f"This request is not from Callboard: {what}.", code="MALFORMED_REQUEST")

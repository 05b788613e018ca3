"""One attempt in progress: runs the work, and reports the result if the request has ended."""

from __future__ import annotations

import asyncio
import inspect
import json
import logging
import threading
import time
from collections.abc import Callable
from typing import Any

from .attempts import Answer, FailedError
from .errors import AgentError, RetryLater
from .job import Callback, Job
from .report import report_end, report_once

MAX_RESULT_BYTES = 256 * 1024
"""Callboard stores no larger result."""

log = logging.getLogger("callboard_agent")

Work = Callable[[Job], Any]


class Attempt:
    def __init__(
        self,
        job: Job,
        callback: Callback,
        work: Work,
        *,
        heartbeat: float | None,
        is_retryable: Callable[[Exception], bool],
        remember: Callable[[str, Answer], None],
    ) -> None:
        self._job = job
        self._callback = callback
        self._work = work
        self._heartbeat = heartbeat
        self._is_retryable = is_retryable
        self._remember = remember
        self._lock = threading.Lock()
        self._must_report = False
        self._answer: Answer | None = None
        self._ended = threading.Event()
        self._threads: list[threading.Thread] = []
        job._progress = lambda: self._send({"status": "running", "metrics": job.metrics})

    def start(self) -> None:
        self._start(self._run)

    def join(self) -> None:
        """Waits for the work and its report."""
        for thread in self._threads:
            thread.join()

    @property
    def is_alive(self) -> bool:
        return any(thread.is_alive() for thread in self._threads)

    def answer_within(self, seconds: float | None) -> Answer | None:
        """The answer, or None if it takes longer: then it is reported by callback."""
        if (seconds is None or seconds > 0) and self._ended.wait(seconds):
            return self._answer
        with self._lock:
            is_new = not self._must_report
            self._must_report = True
            has_ended = self._answer is not None
        if is_new and has_ended:
            self._start(self._report)
        elif is_new and self._heartbeat is not None:
            threading.Thread(target=self._beat, args=(self._heartbeat,), daemon=True).start()
        return None

    def cancel(self, reason: str) -> None:
        """Nothing is reported any more."""
        self._job.cancel(reason)

    def _run(self) -> None:
        answer = self._do()
        try:
            self._remember(self._job.execution_id, answer)
        except Exception:
            log.exception("The answer could not be remembered; another delivery would run the attempt again")
        with self._lock:
            self._answer = answer
            must_report = self._must_report
        self._ended.set()
        if must_report:
            self._report()

    def _do(self) -> Answer:
        started = time.monotonic()
        try:
            result = self._work(self._job)
            if inspect.isawaitable(result):
                result = asyncio.run(_to_coroutine(result))
            _require_storable(result)
            duration = round((time.monotonic() - started) * 1000)
            metrics = {"durationMs": duration, **self._job.metrics}
            return {"status": "completed", "result": result, "metrics": metrics}
        except Exception as error:
            if not self._job.cancelled:
                log.exception("Attempt %s failed", self._job.execution_id)
            return self._failure(error)

    def _failure(self, error: Exception) -> Answer:
        # The text of an exception says little without its type: KeyError('name') is "'name'".
        text = str(error) if isinstance(error, AgentError) else f"{type(error).__name__}: {error}"
        failed: FailedError = {
            "message": text[:4_000],
            "code": error.code if isinstance(error, AgentError) else "AGENT_FAILED",
            "retryable": error.retryable if isinstance(error, AgentError) else self._is_retryable(error),
        }
        answer: Answer = {"status": "failed", "error": failed}
        if isinstance(error, RetryLater):
            answer["retryAfter"] = error.after
        return answer

    def _report(self) -> None:
        if self._answer is not None and not self._job.cancelled:
            report_end(self._callback, self._answer)

    def _start(self, target: Callable[[], None]) -> None:
        thread = threading.Thread(target=target, name=f"attempt {self._job.execution_id}")
        self._threads.append(thread)
        thread.start()

    def _beat(self, every: float) -> None:
        while not self._job.cancelled:
            self._send({"status": "running", "heartbeat": True})
            if self._ended.wait(every):
                return

    def _send(self, report: dict[str, Any]) -> None:
        if report_once(self._callback, report).kind == "ended":
            self.cancel("it had already ended")


async def _to_coroutine(awaitable: Any) -> Any:
    return await awaitable


def _require_storable(result: Any) -> None:
    try:
        size = len(json.dumps(result, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode())
    except (TypeError, ValueError, RecursionError) as error:
        raise AgentError(f"The result cannot be written as JSON: {error}", code="INVALID_RESULT") from None
    if size > MAX_RESULT_BYTES:
        raise AgentError(
            f"The result takes {size} bytes as JSON, and Callboard stores at most {MAX_RESULT_BYTES}. "
            "Store it elsewhere and return a reference.",
            code="RESULT_TOO_LARGE",
        )

"""Reports to ``callback.url``."""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from .attempts import Answer
from .job import Callback

TIMEOUT_SECONDS = 15
FIRST_WAIT_SECONDS = 0.5
LONGEST_WAIT_SECONDS = 30
TRIES = 20
"""About seven minutes: as long as a restart of Callboard may take."""


class Reported(NamedTuple):
    """``ended``: Callboard has ended the attempt, so nothing more can be reported about it."""

    kind: Literal["taken", "ended", "refused", "unanswered"]
    message: str = ""


def report_end(callback: Callback, answer: Answer) -> Reported:
    """Repeats the report until Callboard has answered. Repeating a report does no harm.

    A result that is refused becomes a failure that says why, because the attempt would otherwise wait for
    its timeout.
    """
    report = {name: value for name, value in answer.items() if name != "retryAfter"}
    reported = _insist(callback, report)
    if reported.kind != "refused" or answer["status"] == "failed":
        return reported
    error = {"message": reported.message, "code": "RESULT_REFUSED", "retryable": False}
    return _insist(callback, {"status": "failed", "error": error})


def report_once(callback: Callback, report: Mapping[str, Any]) -> Reported:
    """For progress and heartbeats, which are superseded by the next one."""
    request = urllib.request.Request(
        callback.url,
        data=json.dumps(report).encode(),
        headers={"Content-Type": "application/json", "Authorization": f"Bearer {callback.token}"},
    )
    try:
        with _opener.open(request, timeout=TIMEOUT_SECONDS) as response:
            return _read(response.status, b"")
    except urllib.error.HTTPError as error:
        with error:
            return _read(error.code, error.read(64 * 1024))
    except (OSError, ValueError):
        return Reported("unanswered")


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """The token is for the callback URL only."""

    def redirect_request(self, *_: Any) -> None:
        return None


_opener = urllib.request.build_opener(_NoRedirects)


def _insist(callback: Callback, report: Mapping[str, Any]) -> Reported:
    for attempt in range(TRIES):
        reported = report_once(callback, report)
        if reported.kind != "unanswered":
            return reported
        if attempt + 1 < TRIES:
            time.sleep(min(FIRST_WAIT_SECONDS * 2**attempt, LONGEST_WAIT_SECONDS))
    return Reported("unanswered")


def _read(status: int, body: bytes) -> Reported:
    if 200 <= status < 300:
        return Reported("taken")
    if status in (404, 409):
        return Reported("ended")
    if status == 429 or status >= 500:
        return Reported("unanswered")
    try:
        said = json.loads(body)
        message = said["error"] + (f" {json.dumps(said['issues'])}" if "issues" in said else "")
    except (ValueError, KeyError, TypeError):
        message = f"Callboard refused the report with {status}"
    return Reported("refused", message[:2_000])

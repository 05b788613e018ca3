"""Remembers attempts by their idempotency key, so that an attempt that is delivered again is not run again."""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from typing import Any, Literal, Protocol, TypedDict


class FailedError(TypedDict):
    message: str
    code: str
    retryable: bool


class Answer(TypedDict, total=False):
    """How an attempt ended, as the agent protocol spells it."""

    status: Literal["completed", "failed"]
    result: Any
    error: FailedError
    metrics: dict[str, Any]
    retryAfter: float


class AttemptStore(Protocol):
    """An agent that runs as several processes needs a store that they share, such as a table or Redis."""

    def begin(self, key: str) -> Answer | Literal["running"] | None:
        """Remembers the key, atomically. Returns None if it is new, and the answer if its work has ended."""

    def end(self, key: str, answer: Answer) -> None: ...


class MemoryAttempts:
    """The default: in the memory of this process, for so many ended attempts and characters of their answers."""

    def __init__(self, max_entries: int = 10_000, max_characters: int = 16 * 1024 * 1024) -> None:
        self._max_entries = max_entries
        self._max_characters = max_characters
        self._lock = threading.Lock()
        self._running: set[str] = set()
        self._ended: OrderedDict[str, str] = OrderedDict()
        self._characters = 0

    def begin(self, key: str) -> Answer | Literal["running"] | None:
        with self._lock:
            if key in self._running:
                return "running"
            if key in self._ended:
                answer: Answer = json.loads(self._ended[key])
                return answer
            self._running.add(key)
            return None

    def end(self, key: str, answer: Answer) -> None:
        text = json.dumps(answer)
        with self._lock:
            self._running.discard(key)
            self._characters += len(text) - len(self._ended.get(key, ""))
            self._ended[key] = text
            while self._ended and (
                len(self._ended) > self._max_entries or self._characters > self._max_characters
            ):
                self._characters -= len(self._ended.popitem(last=False)[1])

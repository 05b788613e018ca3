"""Requests and responses, independent of the server that receives them."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Request:
    method: str
    path: str
    """Names in lower case."""
    headers: Mapping[str, str]
    body: bytes = b""


@dataclass(frozen=True)
class Response:
    status: int
    body: Mapping[str, Any]
    headers: Mapping[str, str] = field(default_factory=dict)

    def encoded(self) -> tuple[list[tuple[str, str]], bytes]:
        data = json.dumps(self.body).encode()
        headers = {"content-type": "application/json", "content-length": str(len(data)), **self.headers}
        return list(headers.items()), data


def respond(status: int, body: Mapping[str, Any], retry_after: float | None = None) -> Response:
    headers = {} if retry_after is None else {"retry-after": str(max(0, math.ceil(retry_after)))}
    return Response(status, body, headers)

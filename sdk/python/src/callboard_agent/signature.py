"""Whether a request comes from Callboard: bearer token and Standard Webhooks signature."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import re
import time
from collections.abc import Mapping, Sequence

TOLERANCE_SECONDS = 5 * 60


def decode_secret(secret: str) -> bytes:
    """:raises ValueError: if the secret is empty or not base64"""
    encoded = secret.removeprefix("whsec_")
    try:
        key = base64.b64decode(encoded + "=" * (-len(encoded) % 4), validate=True)
    except binascii.Error:
        raise ValueError("The signing secret is not base64") from None
    if not key:
        raise ValueError("The signing secret is empty")
    return key


def sign(key: bytes, message_id: str, timestamp: str, body: bytes) -> str:
    message = f"{message_id}.{timestamp}.".encode() + body
    return "v1," + base64.b64encode(hmac.new(key, message, hashlib.sha256).digest()).decode()


def is_signed(keys: Sequence[bytes], headers: Mapping[str, str], body: bytes) -> bool:
    """Whether one of the keys has signed exactly these bytes within the last five minutes."""
    timestamp = headers.get("webhook-timestamp", "")
    if not re.fullmatch(r"[0-9]{1,12}", timestamp) or abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        return False
    given = headers.get("webhook-signature", "").encode().split(b" ")
    message_id = headers.get("webhook-id", "")
    expected = [sign(key, message_id, timestamp, body).encode() for key in keys]
    return message_id != "" and any([hmac.compare_digest(one, other) for one in given for other in expected])


def has_token(tokens: Sequence[str], authorization: str) -> bool:
    match = re.fullmatch(r"[Bb]earer +(\S+) *", authorization)
    given = match.group(1).encode() if match else b""
    return any([hmac.compare_digest(given, token.encode()) for token in tokens])

from __future__ import annotations


class AgentError(Exception):
    """A failure with a code. Callboard retries it only if ``retryable`` is true."""

    def __init__(self, message: str, *, code: str = "AGENT_FAILED", retryable: bool = False) -> None:
        super().__init__(message)
        self.code = code
        self.retryable = retryable


class RetryLater(AgentError):
    """A failure after which Callboard waits for ``after`` seconds before it retries."""

    def __init__(
        self, after: float, message: str = "The agent asked to be called later", *, code: str = "RETRY_LATER"
    ) -> None:
        super().__init__(message, code=code, retryable=True)
        self.after = after


class Cancelled(AgentError):
    """Callboard has cancelled the attempt or ended it otherwise."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"Callboard ended this attempt: {reason}", code="CANCELLED")

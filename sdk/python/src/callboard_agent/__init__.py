"""Write an HTTP agent for Callboard. Standard library only."""

from .agent import Agent, Health
from .attempts import Answer, AttemptStore, MemoryAttempts
from .errors import AgentError, Cancelled, RetryLater
from .job import Job
from .server import RunningAgent, serve
from .wire import Request, Response

__all__ = [
    "Agent",
    "AgentError",
    "Answer",
    "AttemptStore",
    "Cancelled",
    "Health",
    "Job",
    "MemoryAttempts",
    "Request",
    "Response",
    "RetryLater",
    "RunningAgent",
    "serve",
]

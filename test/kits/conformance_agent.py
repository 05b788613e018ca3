"""An agent on the Python kit that does what its params say. Started by conformance.test.ts."""

import logging
import os
import time
from socketserver import ThreadingMixIn
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from callboard_agent import Agent, Job, RetryLater, serve


def work(job: Job) -> dict:
    if job.params.get("fail"):
        raise RetryLater(5, "the quota is used up")
    job.wait(job.params.get("waitMs", 0) / 1000)
    return {"at": time.monotonic_ns(), "text": "x" * job.params.get("bytes", 0)}


class ThreadingServer(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class Quiet(WSGIRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


logging.disable()
agent = Agent(
    work,
    version="1.0.0",
    signing_secret=os.environ["SIGNING_SECRET"],
    token=os.environ["TOKEN"],
    accept_after=float(os.environ["ACCEPT_AFTER_MS"]) / 1000,
)
port = int(os.environ["PORT"])
if os.environ.get("SERVER") == "wsgi":
    server = make_server("127.0.0.1", port, agent.wsgi, ThreadingServer, Quiet)
    print("agent listens", flush=True)
    server.serve_forever()
else:
    running = serve(agent, port=port)
    print("agent listens", flush=True)
    running.wait()

from __future__ import annotations

import asyncio
import base64
import json
import os
import threading
import time
import unittest
import urllib.error
import urllib.request
import uuid
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, make_server

from callboard_agent import Agent, AgentError, Cancelled, Job, MemoryAttempts, Request, RetryLater, serve
from callboard_agent.signature import is_signed, sign
from callboard_agent.testing import Callboard


def new_secret() -> str:
    return "whsec_" + base64.b64encode(os.urandom(32)).decode()


class AgentTest(unittest.TestCase):
    def setUp(self) -> None:
        self.callboard = self.enterContext(Callboard())

    def start(self, work: Any, **options: Any) -> str:
        running = serve(Agent(work, **options), port=0)
        self.addCleanup(running.close)
        return running.url

    def test_answers_at_once(self) -> None:
        def work(job: Job) -> Any:
            job.metrics["tokens"] = 5
            return {"greeting": f"Hello {job.params['name']}"}

        call = self.callboard.call(self.start(work), {"name": "Ada"})
        self.assertEqual((call.status, call.body["status"], call.reports), (200, "completed", []))
        self.assertEqual(call.body["result"], {"greeting": "Hello Ada"})
        self.assertEqual(call.body["metrics"]["tokens"], 5)
        self.assertIn("durationMs", call.body["metrics"])

    def test_runs_coroutines(self) -> None:
        async def work(job: Job) -> Any:
            await asyncio.sleep(0)
            return "done"

        self.assertEqual(self.callboard.call(self.start(work)).body["result"], "done")

    def test_accepts_what_takes_longer_and_reports_it(self) -> None:
        hold = threading.Event()

        def work(job: Job) -> Any:
            hold.wait()
            job.progress(pages=3)
            return "done"

        call = self.callboard.call(self.start(work, accept_after=0, heartbeat=60))
        self.assertEqual((call.status, call.body), (202, {"status": "accepted"}))
        hold.set()
        end = call.ended()
        self.assertEqual((end["status"], end["result"], end["metrics"]["pages"]), ("completed", "done", 3))
        self.assertIn({"status": "running", "heartbeat": True}, call.reports)
        self.assertIn({"status": "running", "metrics": {"pages": 3}}, call.reports)

    def test_reports_work_that_ends_before_it_is_accepted(self) -> None:
        url = self.start(lambda job: "done", accept_after=0)
        for _ in range(20):
            call = self.callboard.call(url)
            self.assertEqual(call.status, 202)
            self.assertEqual(call.ended()["result"], "done")

    def test_runs_an_attempt_once(self) -> None:
        runs: list[int] = []
        hold = threading.Event()

        def work(job: Job) -> Any:
            runs.append(1)
            hold.wait()
            return len(runs)

        url, key = self.start(work), str(uuid.uuid4())
        results: list[Any] = []
        deliver = lambda: results.append(self.callboard.call(url, execution_id=key).body["result"])  # noqa: E731
        threads = [threading.Thread(target=deliver) for _ in range(2)]
        for thread in threads:
            thread.start()
        hold.set()
        for thread in threads:
            thread.join()
        deliver()
        self.assertEqual((results, len(runs)), ([1, 1, 1], 1))
        self.assertEqual(self.callboard.call(url).body["result"], 2)

    def test_answers_409_while_another_process_works_on_the_attempt(self) -> None:
        hold = threading.Event()
        attempts = MemoryAttempts()

        def work(job: Job) -> str:
            hold.wait()
            return "done"

        first = Agent(work, accept_after=0, attempts=attempts)
        second = Agent(lambda job: "run again", attempts=attempts)
        call = self.callboard.call(first)
        key = call.execution_id
        status = self.callboard.call(second, execution_id=key).status
        hold.set()
        self.assertEqual(status, 409)
        first.join()
        self.assertEqual([report.get("result") for report in call.reports], ["done"])
        self.assertEqual(self.callboard.call(second, execution_id=key).body["result"], "done")

    def test_stops_cancelled_attempts_without_a_report(self) -> None:
        stopped = threading.Event()

        def work(job: Job) -> Any:
            try:
                while True:
                    job.wait(60)
            except Cancelled:
                stopped.set()
                raise

        agent = Agent(work, accept_after=0)
        call = self.callboard.call(agent)
        self.assertEqual(self.callboard.cancel(agent, call.execution_id), (200, {"status": "cancelled"}))
        self.assertTrue(stopped.wait(60))
        agent.join()
        self.assertEqual(call.reports, [])
        self.assertEqual(self.callboard.cancel(agent, str(uuid.uuid4()))[1], {"status": "unknown"})

    def test_stops_when_the_attempt_has_ended(self) -> None:
        hold = threading.Event()
        seen: list[bool] = []

        def work(job: Job) -> None:
            hold.wait()
            job.progress()
            seen.append(job.cancelled)

        agent = Agent(work, accept_after=0)
        call = self.callboard.call(agent)
        self.callboard.cancel(Agent(lambda job: None), call.execution_id)  # the notice goes astray
        hold.set()
        agent.join()
        self.assertEqual(seen, [True])

    def test_says_how_a_failure_is_to_be_handled(self) -> None:
        def failing(error: Exception) -> Any:
            def work(job: Job) -> None:
                raise error

            return self.callboard.call(self.start(work, is_retryable=lambda e: isinstance(e, OSError)))

        with self.assertLogs("callboard_agent"):
            broken = failing(ValueError("broken")).body["error"]
            self.assertEqual(broken, {"message": "ValueError: broken", "code": "AGENT_FAILED", "retryable": False})
            self.assertTrue(failing(OSError("gone")).body["error"]["retryable"])
            coded = failing(AgentError("no such ticker", code="UNKNOWN_TICKER")).body["error"]
            self.assertEqual((coded["code"], coded["retryable"]), ("UNKNOWN_TICKER", False))
            later = failing(RetryLater(90, "quota used up"))
            self.assertEqual((later.body["error"]["retryable"], later.headers["retry-after"]), (True, "90"))

    def test_refuses_results_that_cannot_be_stored(self) -> None:
        codes = []
        with self.assertLogs("callboard_agent"):
            for result in ("x" * 300_000, {1, 2}, float("nan")):
                codes.append(self.callboard.call(self.start(lambda job, r=result: r)).body["error"]["code"])
        self.assertEqual(codes, ["RESULT_TOO_LARGE", "INVALID_RESULT", "INVALID_RESULT"])

    def test_rejects_params_that_do_not_fit(self) -> None:
        def params(given: Any) -> Any:
            if not isinstance(given.get("days"), int):
                raise ValueError("params.days must be a whole number")
            return given

        url = self.start(lambda job: job.params["days"], params=params)
        rejected = self.callboard.call(url, {"days": "seven"}).body
        self.assertEqual(rejected, {"status": "rejected", "message": "params.days must be a whole number"})
        self.assertEqual(self.callboard.call(url, {"days": 7}).body["result"], 7)

    def test_lets_in_only_who_has_the_secret_and_the_token(self) -> None:
        secret, old = new_secret(), new_secret()
        url = self.start(lambda job: None, signing_secret=[secret, old], token="right")

        def status(**options: Any) -> int:
            with Callboard(**options) as callboard:
                return callboard.call(url).status

        self.assertEqual(status(signing_secret=secret, token="right"), 200)
        self.assertEqual(status(signing_secret=old, token="right"), 200)
        self.assertEqual(status(signing_secret=new_secret(), token="right"), 401)
        self.assertEqual(status(signing_secret=secret, token="wrong"), 401)
        self.assertEqual(status(token="right"), 401)
        self.assertEqual(self.callboard.cancel(url, str(uuid.uuid4()))[0], 401)
        for unusable in ({"signing_secret": "whsec_"}, {"signing_secret": "whsec_!"}, {"token": ""}):
            with self.assertRaises(ValueError):
                Agent(lambda job: None, **unusable)

    def test_refuses_old_signatures(self) -> None:
        def signed(age: int) -> bool:
            timestamp = str(int(time.time()) - age)
            signature = sign(b"key", "id", timestamp, b"{}")
            headers = {"webhook-id": "id", "webhook-timestamp": timestamp, "webhook-signature": signature}
            return is_signed([b"key"], headers, b"{}")

        self.assertEqual([signed(0), signed(400), signed(-400)], [True, False, False])

    def test_refuses_what_is_not_a_task(self) -> None:
        origins = ["https://callboard.example"]
        url = self.start(lambda job: None, max_body_bytes=1_000, callback_origins=origins)

        def post(body: bytes, method: str = "POST") -> tuple[int, str]:
            try:
                with urllib.request.urlopen(urllib.request.Request(url, data=body, method=method)) as answer:
                    return answer.status, ""
            except urllib.error.HTTPError as error:
                with error:
                    return error.code, json.loads(error.read())["message"]

        malformed = "This request is not from Callboard: "
        self.assertEqual(post(b"{"), (400, malformed + "the body is not JSON."))
        self.assertEqual(post(b"{}"), (400, malformed + "jobId is missing."))
        self.assertEqual(post(b"x" * 2_000), (413, "The request is larger than 1000 bytes."))
        self.assertEqual(post(b"", "DELETE")[0], 405)
        self.assertEqual(self.callboard.call(url).status, 403)

    def test_is_busy(self) -> None:
        hold = threading.Event()
        url = self.start(lambda job: hold.wait(), accept_after=0, max_concurrent=1)
        first = self.callboard.call(url)
        second = self.callboard.call(url)
        self.assertEqual((second.status, second.headers["retry-after"]), (503, "1"))
        hold.set()
        first.ended()

    def test_tells_its_health(self) -> None:
        response = Agent(lambda job: None, version="1.2.3", health=lambda: "degraded").handle(
            Request("GET", "/health", {})
        )
        self.assertEqual((response.status, response.body), (200, {"status": "degraded", "version": "1.2.3"}))

    def test_memory_is_bounded(self) -> None:
        attempts = MemoryAttempts(max_entries=2)
        for key in "abc":
            self.assertIsNone(attempts.begin(key))
            self.assertEqual(attempts.begin(key), "running")
            attempts.end(key, {"status": "completed", "result": key})
        self.assertEqual(attempts.begin("c"), {"status": "completed", "result": "c"})
        self.assertIsNone(attempts.begin("a"))


class AdapterTest(unittest.TestCase):
    def setUp(self) -> None:
        self.secret = new_secret()
        self.callboard = self.enterContext(Callboard(signing_secret=self.secret))
        self.agent = Agent(lambda job: job.params, signing_secret=self.secret, max_body_bytes=10_000)

    def test_wsgi(self) -> None:
        class Quiet(WSGIRequestHandler):
            def log_message(self, *_: Any) -> None:
                pass

        server = make_server("127.0.0.1", 0, self.agent.wsgi, handler_class=Quiet)
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        url = f"http://127.0.0.1:{server.server_address[1]}/"
        self.assertEqual(self.callboard.call(url, {"name": "Ada"}).body["result"], {"name": "Ada"})
        self.assertEqual(self.callboard.call(url, {"name": "x" * 20_000}).status, 413)

    def test_asgi(self) -> None:
        sent = self.send_asgi("POST", "/", b"{")
        self.assertEqual((sent[0]["status"], sent[0]["headers"][0][0]), (401, b"content-type"))
        self.assertEqual(self.send_asgi("GET", "/health", b"")[0]["status"], 200)
        self.assertEqual(self.send_asgi("POST", "/", b"x" * 20_000)[0]["status"], 413)

    def send_asgi(self, method: str, path: str, body: bytes) -> list[Any]:
        parts = [body[:1], body[1:]]
        sent: list[Any] = []

        async def receive() -> Any:
            return {"type": "http.request", "body": parts.pop(0), "more_body": bool(parts)}

        async def send(message: Any) -> None:
            sent.append(message)

        scope = {"type": "http", "method": method, "path": path, "headers": []}
        asyncio.run(self.agent.asgi(scope, receive, send))
        return sent

    def test_asgi_lifespan_waits_for_the_work(self) -> None:
        messages = [{"type": "lifespan.startup"}, {"type": "lifespan.shutdown"}]
        sent: list[Any] = []

        async def receive() -> Any:
            return messages.pop(0)

        async def send(message: Any) -> None:
            sent.append(message["type"])

        asyncio.run(self.agent.asgi({"type": "lifespan"}, receive, send))
        self.assertEqual(sent, ["lifespan.startup.complete", "lifespan.shutdown.complete"])


if __name__ == "__main__":
    unittest.main()

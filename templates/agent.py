# An agent for Callboard, without dependencies. Change run() to do your work.
import base64
import hashlib
import hmac
import json
import os
import threading
import time
from concurrent.futures import Future
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def run(params: dict) -> dict:
    """The work. What it returns is the result of the job. What it raises fails the job."""
    return {"greeting": f"Hello {params.get('name', 'world')}"}


PORT = int(os.environ.get("PORT", "8080"))
# The signing secret that the agent is registered with. Without it, anybody who reaches the port can call the agent.
SECRET = os.environ.get("SIGNING_SECRET")
MAX_BYTES = 2 * 1024 * 1024

# Answers by attempt: Callboard may deliver an attempt twice, and the work must run once.
answers: dict[str, Future] = {}
lock = threading.Lock()


def answer_once(key: str, params: dict) -> dict:
    with lock:
        known = answers.get(key)
        mine = known or Future()
        answers.setdefault(key, mine)
        while len(answers) > 10_000:
            del answers[next(iter(answers))]
    if known is None:
        try:
            mine.set_result({"status": "completed", "result": run(params)})
        except Exception as error:
            message = f"{type(error).__name__}: {error}"
            mine.set_result({"status": "failed", "error": {"message": message, "retryable": False}})
    return mine.result()


def is_signed(headers, body: bytes) -> bool:
    """Checks the signature: https://www.standardwebhooks.com"""
    if not SECRET:
        return True
    try:
        if abs(time.time() - int(headers.get("webhook-timestamp", ""))) > 300:
            return False
    except ValueError:
        return False
    key = base64.b64decode(SECRET.removeprefix("whsec_"))
    signed = f"{headers.get('webhook-id')}.{headers.get('webhook-timestamp')}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    given = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(one.encode(), expected.encode()) for one in given)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self.send(200, {"status": "healthy", "version": "1.0.0"})

    def do_POST(self) -> None:
        length = int(self.headers.get("content-length", "0"))
        if length > MAX_BYTES:
            self.close_connection = True
            return self.send(413, {"message": "The body is larger than 2 MiB"})
        body = self.rfile.read(length)
        if not is_signed(self.headers, body):
            return self.send(401, {"message": "The signature is wrong"})
        try:
            job = json.loads(body)
            key = self.headers.get("idempotency-key") or job["executionId"]
            params = job["params"]
        except (ValueError, KeyError, TypeError):
            return self.send(400, {"message": "The body is not a job"})
        self.send(200, answer_once(key, params))

    def send(self, status: int, body: dict) -> None:
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        pass


server = ThreadingHTTPServer(("127.0.0.1", PORT), Handler)
print(f"agent on http://127.0.0.1:{PORT}/", flush=True)
try:
    server.serve_forever()
except KeyboardInterrupt:
    pass

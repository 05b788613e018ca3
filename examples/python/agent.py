"""An agent that takes its time: it accepts with 202, works in a thread, and reports by callback. Standard library only."""

import json
import os
import sys
import threading
import time
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PORT = int(os.environ.get("PORT", "8082"))
WORK_SECONDS = float(os.environ.get("WORK_SECONDS", "2"))

accepted = set()  # executions already accepted; a real agent stores them where they survive a restart
lock = threading.Lock()


def work(params):
    """The work of the agent goes here."""
    time.sleep(WORK_SECONDS)
    return {"tickerId": params["tickerId"], "strategies": [f"news about {params['tickerId']}"]}


def run(task):
    started = time.time()
    try:
        report = {"status": "completed", "result": work(task["params"])}
    except Exception as error:
        report = {"status": "failed", "error": {"message": repr(error), "retryable": False}}
    report["metrics"] = {"durationMs": round((time.time() - started) * 1000)}
    send(task["callback"], report)


def send(callback, report):
    """Repeats the report until Callboard has answered. Sending the same report twice does no harm."""
    request = urllib.request.Request(
        callback["url"],
        data=json.dumps(report).encode(),
        headers={"Content-Type": "application/json", "Authorization": f"Bearer {callback['token']}"},
    )
    for attempt in range(8):
        try:
            urllib.request.urlopen(request, timeout=10)
            return
        except urllib.error.HTTPError as error:
            if error.code < 500 and error.code != 429:
                print(f"refused: {error.code} {error.read().decode()}", file=sys.stderr)
                return
        except OSError:
            pass
        time.sleep(0.5 * 2**attempt)


class Agent(BaseHTTPRequestHandler):
    def do_GET(self):
        self.answer(200, {"status": "healthy", "version": "1.0.0"})

    def do_POST(self):
        task = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        with lock:
            known = task["executionId"] in accepted
            accepted.add(task["executionId"])
        if known:  # delivered again because Callboard never received our 202: we are already working on it
            return self.answer(409, {"message": "already accepted"})
        self.answer(202, {"status": "accepted"})
        threading.Thread(target=run, args=(task,), daemon=True).start()

    def answer(self, status, body):
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *args):
        pass


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", PORT), Agent)
    print(f"agent on http://127.0.0.1:{PORT}", flush=True)
    server.serve_forever()

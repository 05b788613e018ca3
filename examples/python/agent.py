"""An agent that takes its time: it accepts with 202, works in a thread, and reports by callback."""

import os

from callboard_agent import Agent, Job, serve

WORK_SECONDS = float(os.environ.get("WORK_SECONDS", "2"))


def work(job: Job) -> dict:
    """The work of the agent goes here."""
    job.wait(WORK_SECONDS)  # ends at once if the job is cancelled
    ticker_id = job.params["tickerId"]
    return {"tickerId": ticker_id, "strategies": [f"news about {ticker_id}"]}


agent = Agent(work, version="1.0.0", accept_after=0)

if __name__ == "__main__":
    running = serve(agent, port=int(os.environ.get("PORT", "8082")))
    print(f"agent on {running.url}", flush=True)
    running.wait()

"""Python with gql: runs an agent and follows the run until it has ended.

pip install "gql[httpx,websockets]>=4" && CALLBOARD_TOKEN=… python gql_client.py my-agent '{ "name": "Ada" }'
"""

import asyncio
import json
import os
import sys
import uuid

from gql import Client, GraphQLRequest, gql
from gql.transport.httpx import HTTPXAsyncTransport
from gql.transport.websockets import WebsocketsTransport

URL = os.environ.get("CALLBOARD_URL", "http://127.0.0.1:4000") + "/graphql"
AUTHORIZATION = {"authorization": f"Bearer {os.environ['CALLBOARD_TOKEN']}"}

CURSOR = gql("{ eventCursor }")
TRIGGER = gql("""
    mutation ($agentId: ID!, $params: JSON, $key: String) {
      triggerAgent(agentId: $agentId, params: $params, idempotencyKey: $key) {
        ... on ScheduleExecution { id }
        ... on Error { code message }
      }
    }
""")
CHANGES = gql("""
    subscription ($agentId: ID!, $after: ID) {
      scheduleExecutionChanged(filter: { agentId: $agentId }, after: $after) {
        cursor
        scheduleExecutionId
        scheduleExecution { runStatus jobs(first: 1) { edges { node { result error { message } } } } }
      }
    }
""")


async def main(agent_id: str, params: str = "{}") -> None:
    async with Client(transport=HTTPXAsyncTransport(url=URL, headers=AUTHORIZATION)) as session:
        after = (await session.execute(CURSOR))["eventCursor"]
        variables = {"agentId": agent_id, "params": json.loads(params), "key": str(uuid.uuid4())}
        trigger = GraphQLRequest(TRIGGER, variable_values=variables)
        run = (await session.execute(trigger))["triggerAgent"]
    if "code" in run:
        sys.exit(f"{run['code']}: {run['message']}")

    socket = WebsocketsTransport(
        url=URL.replace("http", "ws", 1),
        init_payload=AUTHORIZATION,
        subprotocols=[WebsocketsTransport.GRAPHQLWS_SUBPROTOCOL],
    )
    async with Client(transport=socket) as session:
        changes = GraphQLRequest(CHANGES, variable_values={"agentId": agent_id, "after": after})
        async for event in session.subscribe(changes):
            changed = event["scheduleExecutionChanged"]
            if changed["scheduleExecutionId"] != run["id"]:
                continue
            status = changed["scheduleExecution"]["runStatus"]
            print(status, *(edge["node"] for edge in changed["scheduleExecution"]["jobs"]["edges"]))
            if status in {"SUCCEEDED", "PARTIAL", "FAILED", "CANCELLED"}:
                break


asyncio.run(main(*sys.argv[1:]))

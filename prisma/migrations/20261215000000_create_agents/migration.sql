-- Agents: where they live, how they are called, what limits them, and which logins they write by.
--
-- Values such as a status are text with a CHECK, not enums: the typed text parameters of any driver must fit (JDBC, psycopg).
-- There are no foreign keys: history outlives what it is about (docs/adr/0003).

-- Agents may register themselves here by SQL.
CREATE TABLE "AgentRegistry" (
  id text PRIMARY KEY CHECK (id ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$'),
  name text NOT NULL,
  description text,
  version text NOT NULL DEFAULT '1.0.0',
  endpoint jsonb NOT NULL,
  "inputSchema" jsonb,
  "outputSchema" jsonb,
  "parameterTypes" jsonb,
  enabled boolean NOT NULL DEFAULT true,
  "healthCheck" jsonb,
  metadata jsonb,
  completion text CHECK (completion IN ('auto', 'report')),
  "attemptTimeout" integer CHECK ("attemptTimeout" > 0),
  "heartbeatTimeout" integer CHECK ("heartbeatTimeout" > 0),
  "maxConcurrency" integer CHECK ("maxConcurrency" > 0),
  "cancelUrl" text,
  -- Secrets are stored encrypted in columns of their own; endpoint names only the kind of authentication.
  credential text,
  "credentialHint" text,
  "signingSecret" text,
  "signingSecretHint" text,
  "healthStatus" text CHECK ("healthStatus" IN ('healthy', 'degraded', 'unhealthy')),
  "healthMessage" text,
  "healthVersion" text,
  "healthCheckedAt" timestamptz(3),
  "lastHeartbeat" timestamptz(3),
  "createdAt" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "createdBy" text,
  -- What calls of this agent require of a worker, for example {"region": "eu", "gpu": true}.
  requirements jsonb CHECK (jsonb_typeof(requirements) = 'object'),
  "rateLimit" jsonb CHECK (
    jsonb_typeof("rateLimit") = 'object' AND jsonb_typeof("rateLimit" -> 'limit') = 'number' AND jsonb_typeof("rateLimit" -> 'per') = 'number'
    AND ("rateLimit" -> 'limit')::numeric BETWEEN 1 AND 1000000 AND ("rateLimit" -> 'limit')::numeric % 1 = 0
    AND ("rateLimit" -> 'per')::numeric BETWEEN 100 AND 86400000 AND ("rateLimit" -> 'per')::numeric % 1 = 0
  ),
  -- How long a job may wait after its release, in milliseconds; null: without limit.
  "maxQueueTime" integer CHECK ("maxQueueTime" > 0),
  -- Who manages the row as configuration; null: it is not managed.
  "managedBy" text
);
-- Every claim asks which agents have a limit.
CREATE INDEX "AgentRegistry_limited_idx" ON "AgentRegistry" (id) WHERE "maxConcurrency" IS NOT NULL OR "rateLimit" IS NOT NULL;

-- The version of an agent that is active in an environment.
CREATE TABLE "AgentVersionDeployment" (
  id text PRIMARY KEY,
  "agentId" text NOT NULL,
  version text NOT NULL,
  environment text NOT NULL CHECK (environment IN ('production', 'staging', 'development')),
  "deployedAt" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "deployedBy" text NOT NULL,
  "previousVersions" text[] DEFAULT ARRAY[]::text[]
);
CREATE UNIQUE INDEX "AgentVersionDeployment_agentId_environment_key" ON "AgentVersionDeployment" ("agentId", environment);

-- Agents that an admin has disabled. This is a table of its own because an agent's login may write its registration, and lock that row.
CREATE TABLE "AgentStop" (
  "agentId" text PRIMARY KEY,
  "stoppedAt" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "stoppedBy" text NOT NULL
);

-- Circuit breakers. An agent without a row has a closed circuit. Jobs are not marked: while an agent's circuit is not closed, all its
-- waiting jobs wait.
CREATE TABLE "AgentCircuit" (
  "agentId" text PRIMARY KEY,
  state text NOT NULL DEFAULT 'closed' CHECK (state IN ('closed', 'open', 'half_open')),
  failures integer NOT NULL DEFAULT 0,
  "failedProbes" integer NOT NULL DEFAULT 0,
  "openedAt" timestamptz(3),
  "nextProbeAt" timestamptz(3),
  "probeId" text,
  reason text,
  "updatedAt" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CHECK (failures >= 0 AND "failedProbes" >= 0),
  CHECK ((state = 'half_open') = ("probeId" IS NOT NULL)),
  CHECK (state = 'closed' OR "openedAt" IS NOT NULL)
);

-- Permits given to agents with a rate limit (src/domain/agent/rate-limit.ts). Every claim for such an agent rewrites its row.
CREATE TABLE "AgentPace" (
  "agentId" text PRIMARY KEY,
  permits jsonb NOT NULL DEFAULT '[]',
  "throttledAt" timestamptz(3),
  "updatedAt" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
) WITH (fillfactor = 50);

-- The history of heartbeats: of a run (progress reports), or of an agent as a whole (attemptId is null).
CREATE TABLE "AgentHeartbeat" (
  id bigserial PRIMARY KEY,
  "agentId" text NOT NULL,
  "attemptId" text,
  status text NOT NULL CHECK (status IN ('alive', 'busy', 'dead')),
  context jsonb NOT NULL DEFAULT '{}',
  at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX "AgentHeartbeat_attemptId_id_idx" ON "AgentHeartbeat" ("attemptId", id);
CREATE INDEX "AgentHeartbeat_agentId_id_idx" ON "AgentHeartbeat" ("agentId", id);
CREATE INDEX "AgentHeartbeat_ofAgent_idx" ON "AgentHeartbeat" ("agentId", id) WHERE "attemptId" IS NULL;

-- The logins that create_agent_login made, and the agents each may act for.
CREATE TABLE "AgentLogin" (
  "loginName" text PRIMARY KEY,
  "agentIds" text[],
  "createdAt" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);

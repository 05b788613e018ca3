-- Each claim asks which agents have a limit, since a worker may not have been told yet.
CREATE INDEX "AgentRegistry_restrained_idx" ON "AgentRegistry" (id) WHERE "maxConcurrency" IS NOT NULL OR "rateLimit" IS NOT NULL;

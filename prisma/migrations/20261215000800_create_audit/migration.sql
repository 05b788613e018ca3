-- The audit log: one row for each change of configuration, whoever makes it and in whatever way, written in the transaction of the change.
-- Triggers write it (prisma/sql/shared/audit.sql), so that no use case can forget it.

CREATE TABLE "AuditEntry" (
  id text PRIMARY KEY,
  at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "actorId" text,
  "actorName" text,
  "actorRole" text CHECK ("actorRole" IN ('viewer', 'operator', 'admin')),
  action text NOT NULL,
  "entityType" text NOT NULL,
  "entityId" text NOT NULL,
  before jsonb,
  after jsonb,
  origin text NOT NULL CHECK (origin IN ('graphql', 'admin', 'webhook', 'server', 'sql')),
  address text
);
CREATE INDEX "AuditEntry_entityType_id_idx" ON "AuditEntry" ("entityType", id);
CREATE INDEX "AuditEntry_entityId_id_idx" ON "AuditEntry" ("entityId", id);
CREATE INDEX "AuditEntry_actorId_id_idx" ON "AuditEntry" ("actorId", id);
CREATE INDEX "AuditEntry_action_id_idx" ON "AuditEntry" (action, id);

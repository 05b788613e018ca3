-- Who may use the control plane, and its settings.

CREATE TABLE "ApiToken" (
  id text PRIMARY KEY,
  name text NOT NULL,
  role text NOT NULL CHECK (role IN ('viewer', 'operator', 'admin')),
  "tokenHash" text NOT NULL,
  hint text NOT NULL,
  "createdAt" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "createdBy" text,
  "lastUsedAt" timestamptz(3),
  "expiresAt" timestamptz(3),
  "revokedAt" timestamptz(3),
  -- What the token is limited to; null: it is not limited. The hash of a limited token has a prefix, so that programs that do not know
  -- limits do not find it.
  scope jsonb,
  CONSTRAINT "ApiToken_scope_check"
    CHECK ((scope IS NOT NULL) = starts_with("tokenHash", 'scoped:') AND (scope IS NULL OR role <> 'admin'))
);
CREATE UNIQUE INDEX "ApiToken_tokenHash_key" ON "ApiToken" ("tokenHash");

-- People who sign in with an identity provider.
CREATE TABLE "Person" (
  id text PRIMARY KEY,
  issuer text NOT NULL,
  subject text NOT NULL,
  name text NOT NULL,
  email text,
  role text CHECK (role IN ('viewer', 'operator', 'admin')),
  "createdAt" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "signedInAt" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE UNIQUE INDEX "Person_issuer_subject_key" ON "Person" (issuer, subject);

-- A session is in the name of an API token or of a person.
CREATE TABLE "AdminSession" (
  id text PRIMARY KEY,
  "secretHash" text NOT NULL,
  "tokenId" text,
  "personId" text,
  "createdAt" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "expiresAt" timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX "AdminSession_secretHash_key" ON "AdminSession" ("secretHash");
CREATE INDEX "AdminSession_expiresAt_idx" ON "AdminSession" ("expiresAt");
CREATE INDEX "AdminSession_personId_idx" ON "AdminSession" ("personId");

-- Links that sign in once.
CREATE TABLE "SignInLink" (
  "codeHash" text PRIMARY KEY,
  "tokenId" text NOT NULL,
  "expiresAt" timestamptz(3) NOT NULL
);

-- Written on the first start: it tells a later start whether its CALLBOARD_SECRET_KEY is the one that everything is encrypted with.
CREATE TABLE "SecretKeyCheck" (
  id integer DEFAULT 1 PRIMARY KEY CHECK (id = 1),
  sealed text NOT NULL,
  "createdAt" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);

-- Settings that an admin changes at run time, and shared values that agents read. Each agent has a key of its own, its id.
CREATE TABLE "AgentConfig" (
  key text PRIMARY KEY,
  value jsonb NOT NULL,
  "updatedAt" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedBy" text
);

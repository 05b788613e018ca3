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
ALTER TABLE "AdminSession" ALTER COLUMN "tokenId" DROP NOT NULL;
ALTER TABLE "AdminSession" ADD COLUMN "personId" text;
CREATE INDEX "AdminSession_personId_idx" ON "AdminSession" ("personId");

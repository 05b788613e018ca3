-- A schedule asks its agents for the version that is deployed in an environment.
ALTER TABLE "Schedule" ADD COLUMN environment text NOT NULL DEFAULT 'production'
  CHECK (environment IN ('production', 'staging', 'development'));

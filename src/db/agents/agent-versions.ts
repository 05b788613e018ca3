import type { Queryable } from '../system/queryable.js';

export interface NewDeployment {
  /** If the environment had no version before. */
  id: string;
  agentId: string;
  environment: string;
  version: string;
  deployedBy: string;
}

/**
 * Makes a version the active one of an environment. Deploying the active version again changes nothing.
 * @param kept how many earlier versions are kept for rollbacks, including the one that this replaces
 * @returns the ID of the deployment
 */
export async function deployVersion(
  client: Queryable,
  { id, agentId, environment, version, deployedBy }: NewDeployment,
  kept: number,
): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO "AgentVersionDeployment" AS d (id, "agentId", version, environment, "deployedBy") VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT ("agentId", environment) DO UPDATE SET
       version = EXCLUDED.version,
       "previousVersions" = CASE WHEN d.version = EXCLUDED.version THEN d."previousVersions"
         ELSE (d."previousVersions" || d.version)[greatest(1, cardinality(d."previousVersions") + 2 - $6):] END,
       "deployedAt" = CASE WHEN d.version = EXCLUDED.version THEN d."deployedAt" ELSE clock_timestamp() END,
       "deployedBy" = CASE WHEN d.version = EXCLUDED.version THEN d."deployedBy" ELSE EXCLUDED."deployedBy" END
     RETURNING id`,
    [id, agentId, version, environment, deployedBy, kept],
  );
  return rows[0]?.id ?? '';
}

/** Returns to the version before. @returns undefined if there is none */
export async function rollBackVersion<Environment extends string>(
  client: Queryable,
  agentId: string,
  environment: Environment,
  deployedBy: string,
): Promise<{ id: string; agentId: string; environment: Environment; version: string } | undefined> {
  const { rows } = await client.query<{
    id: string;
    agentId: string;
    environment: Environment;
    version: string;
  }>(
    `UPDATE "AgentVersionDeployment" SET version = "previousVersions"[cardinality("previousVersions")],
       "previousVersions" = trim_array("previousVersions", 1), "deployedAt" = clock_timestamp(), "deployedBy" = $3
     WHERE "agentId" = $1 AND environment = $2 AND cardinality("previousVersions") > 0
     RETURNING id, "agentId", environment, version`,
    [agentId, environment, deployedBy],
  );
  return rows[0];
}

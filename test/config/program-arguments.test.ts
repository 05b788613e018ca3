/** The arguments of the programs that `callboard up`, `server`, `worker` and `migrate` run. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from '../support/programs/build-once.js';
import { buildPrograms } from '../support/programs/build-programs.js';

beforeAll(buildPrograms);

/** Without settings, so that a program that starts anyway ends with an error or with its time. */
const run = (program: string, ...args: string[]) =>
  spawnSync(process.execPath, [join(ROOT, `dist/${program}.js`), ...args], {
    env: { PATH: process.env.PATH, DATABASE_URL: 'postgresql://127.0.0.1:1/none', LOG_LEVEL: 'silent' },
    encoding: 'utf8',
    timeout: 60_000,
  });

describe.each(['dev', 'server', 'worker', 'migrate'])('%s.js', (program) => {
  test.each(['--help', '-h'])('prints a help with %s and does not start', (flag) => {
    const { status, stdout, stderr } = run(program, flag);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^(Runs|Brings) .*\.\n\nSettings come from the environment;/);
  });

  test('refuses an unknown argument and does not start', () => {
    const { status, stdout, stderr } = run(program, '--prot');
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^error: unknown argument "--prot"\. Settings come from the environment;.*\n$/);
  });
});

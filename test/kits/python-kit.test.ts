/** Runs the tests of the Python kit. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { PYTHON_KIT, programsAvailable } from '../examples/agents.js';
import { ROOT } from '../support/programs/build-once.js';

const onPython = programsAvailable('test/kits/python-kit', ['python3', '--version']);

test.runIf(onPython)('the tests of the Python kit pass', async () => {
  const { stderr } = await promisify(execFile)('python3', ['-m', 'unittest', 'discover', '-s', 'tests'], {
    cwd: join(ROOT, 'sdk/python'),
    env: { ...process.env, ...PYTHON_KIT },
  });
  expect(stderr).toMatch(/Ran (1\d|[2-9]\d) tests.*\n\nOK/);
});

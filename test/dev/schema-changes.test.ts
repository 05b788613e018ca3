/** `npm run schema:changes` in repositories with and without a release. */
import { execFile, execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { ROOT } from '../support/programs/build-once.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

const RELEASED = 'type Query { a: String, b(first: Int): Int } enum State { ON }';

/** @param tag of the commit with the schema `RELEASED`; undefined: no release */
async function compare({ tag, version, schema }: { tag?: string; version: string; schema: string }) {
  const cwd = await temporaryDirectory();
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@example.com', ...args], { cwd });
  git('init', '--quiet');
  await writeFile(join(cwd, 'schema.graphql'), RELEASED);
  git('add', '.');
  git('commit', '--quiet', '--message', 'Release');
  if (tag) git('tag', tag);
  await writeFile(join(cwd, 'schema.graphql'), schema);
  await writeFile(join(cwd, 'package.json'), JSON.stringify({ version }));
  return promisify(execFile)(process.execPath, [join(ROOT, 'scripts/schema-changes.mjs')], { cwd }).then(
    ({ stdout }) => ({ code: 0, stdout }),
    ({ code, stdout }) => ({ code, stdout }),
  );
}

const WITHOUT_A = 'type Query { b(first: Int): Int } enum State { ON }';
const MORE = 'type Query { a: String, b(first: Int): Int, c: State } enum State { ON OFF }';

test.each([
  ['in the next patch', '1.2.3', '1.2.4', 1],
  ['in the next minor version', '1.2.3', '1.3.0', 1],
  ['in the next major version', '1.2.3', '2.0.0', 0],
  ['in the next patch before 1.0', '0.1.0', '0.1.1', 1],
  ['in the next minor version before 1.0', '0.1.0', '0.2.0', 0],
])('a field that is removed %s', async (_, tag, version, code) => {
  const done = await compare({ tag: `v${tag}`, version, schema: WITHOUT_A });
  expect(done).toMatchObject({ code, stdout: expect.stringMatching(/breaks clients: .*\ba\b/) });
});

test('additions pass, and those that surprise clients are listed', async () => {
  const { code, stdout } = await compare({ tag: 'v1.2.3', version: '1.2.4', schema: MORE });
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: 'may break clients: OFF was added to enum type State.\n0 changes since v1.2.3 break clients\n',
  });
});

test('without a release there is nothing to compare', async () => {
  const { code, stdout } = await compare({ version: '0.1.0', schema: WITHOUT_A });
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: 'schema.graphql has no earlier release to compare with\n',
  });
});

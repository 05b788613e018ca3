/** The command line as a user meets it: what it prints, and its exit codes. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { createProgram } from '../../src/cli/program.js';
import { VERSION } from '../../src/runtime/version.js';
import { ROOT } from '../support/programs/build-once.js';
import { buildPrograms } from '../support/programs/build-programs.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { callboard } from './command-line.js';

const run = promisify(execFile);

test('prints its version and its help', async () => {
  expect(await callboard(['--version'])).toEqual({ code: 0, stdout: `${VERSION}\n`, stderr: '' });
  const { code, stdout } = await callboard(['--help']);
  expect(code).toBe(0);
  for (const command of createProgram().commands) expect(stdout).toContain(`  ${command.name()}`);
  expect(stdout).toContain('Exit codes: 0 done');
});

test('ends silently when nobody reads its output any more', async () => {
  await buildPrograms();
  const command = `"${process.execPath}" "${join(ROOT, 'dist/callboard.js')}" schema | true; echo \${PIPESTATUS[0]}`;
  expect(await run('bash', ['-c', command])).toEqual({ stdout: '141\n', stderr: '' });
});

test.runIf(process.platform === 'linux')('says that its output cannot be written', async () => {
  await buildPrograms();
  const command = `"${process.execPath}" "${join(ROOT, 'dist/callboard.js')}" schema > /dev/full; echo $?`;
  expect(await run('bash', ['-c', command])).toEqual({
    stdout: '1\n',
    stderr: 'the output cannot be written because the disk is full: free some space, or send it elsewhere\n',
  });
});

test.runIf(process.platform === 'linux').each([['up'], ['restore', process.execPath]])(
  '%s ends if the data directory cannot be created',
  async (...args) => {
    const env = { CALLBOARD_DATA_DIR: '/proc/x', PORT: '0', WORKER_PORT: '0' };
    const { code, stdout, stderr } = await callboard(args, { env });
    expect([code, stdout + stderr]).toEqual([
      1,
      expect.stringContaining(
        'the data directory /proc/x cannot be used (ENOENT): set CALLBOARD_DATA_DIR to one that can be written',
      ),
    ]);
  },
);

test('every command and option has a description', () => {
  const { commands } = createProgram();
  for (const command of commands.flatMap((one) => [one, ...one.commands])) {
    expect(command.description(), command.name()).not.toBe('');
    for (const { flags, description } of command.options)
      expect(description, `${command.name()} ${flags}`).not.toBe('');
  }
});

describe('wrong usage exits with code 2:', () => {
  test('an unknown command, with a suggestion', async () => {
    const { code, stderr } = await callboard(['servr']);
    expect([code, stderr]).toEqual([2, "error: unknown command 'servr'\n(Did you mean server?)\n"]);
  });

  test('an unknown option, as JSON if asked for', async () => {
    const { code, stdout, stderr } = await callboard(['--json', 'whoami', '--nonsense']);
    expect([code, stdout]).toEqual([2, '']);
    expect(JSON.parse(stderr)).toEqual({ error: { message: "unknown option '--nonsense'", exitCode: 2 } });
  });

  test('missing settings of a program', async () => {
    const { code, stderr } = await callboard(['server']);
    expect(code).toBe(2);
    expect(stderr).toContain('DATABASE_URL is required');
  });
});

describe('completion', () => {
  test('offers commands, options and fixed arguments in bash', async () => {
    const directory = await temporaryDirectory();
    const { stdout: script } = await callboard(['completion', 'bash']);
    await writeFile(join(directory, 'completion'), script);
    const complete = async (...words: string[]) => {
      const ask = `source ./completion; COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _callboard; echo "\${COMPREPLY[@]}"`;
      return (await run('bash', ['-c', ask], { cwd: directory })).stdout.trim().split(' ');
    };
    expect(await complete('callboard', 'wor')).toEqual(['worker']);
    expect(await complete('callboard', 'whoami', '--u')).toEqual(['--url']);
    expect(await complete('callboard', 'agent', 'test', '--stri')).toEqual(['--strict']);
    expect(await complete('callboard', 'completion', '')).toEqual(
      expect.arrayContaining(['bash', 'zsh', 'fish']),
    );
  });

  test('is available for zsh and fish, and for no other shell', async () => {
    expect((await callboard(['completion', 'zsh'])).stdout).toMatch(/^#compdef callboard\n/);
    expect((await callboard(['completion', 'fish'])).stdout).toContain(
      "complete -c callboard -n '__fish_seen_subcommand_from completion' -a 'bash zsh fish",
    );
    expect((await callboard(['completion', 'cmd'])).code).toBe(2);
  });
});

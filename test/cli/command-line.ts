import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../support/programs/build-once.js';
import { buildPrograms } from '../support/programs/build-programs.js';

export interface CommandResult {
  code: number;
  stdout: string;
  stderr: string;
}

export interface CommandOptions {
  env?: Record<string, string | undefined>;
  cwd?: string;
  /** Limit of the size of files that the command writes (`ulimit -f`). */
  fileBlocks?: number;
}

/** Runs `callboard` as a user does, on a machine where nothing is set but what a test says. */
export async function callboard(
  args: readonly string[],
  options: CommandOptions = {},
): Promise<CommandResult> {
  await buildPrograms();
  const { PATH } = process.env;
  const limit = options.fileBlocks === undefined ? '' : `ulimit -f ${options.fileBlocks} && `;
  return new Promise((resolve) => {
    execFile(
      'sh',
      ['-c', `${limit}exec "$0" "$@"`, process.execPath, join(ROOT, 'dist/callboard.js'), ...args],
      { env: { PATH, HOME: '/nonexistent', ...options.env } as NodeJS.ProcessEnv, cwd: options.cwd ?? '/' },
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}

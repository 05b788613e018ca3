import { vi } from 'vitest';
import { runCommandLine } from '../../src/cli/run-command-line.js';
import type { CommandOptions, CommandResult } from './command-line.js';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * Like `callboard`, without the processor time that a process needs to start: for calls that do not depend on
 * the process, such as refused ones and JSON results. One at a time, because it replaces the state of this process meanwhile.
 */
export async function callboardInProcess(
  args: readonly string[],
  options: CommandOptions = {},
): Promise<CommandResult> {
  const { env, exitCode } = process;
  const listeners = SIGNALS.map((signal) => [signal, process.listeners(signal)] as const);
  const before = { env: { ...env }, cwd: process.cwd() };
  const printed = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      printed[name] += text;
      return true;
    }),
  );
  try {
    setEnvironment({ PATH: env.PATH, HOME: '/nonexistent', ...options.env });
    process.chdir(options.cwd ?? '/');
    process.exitCode = undefined;
    const code = await runCommandLine(args);
    return { code: Number(code ?? process.exitCode ?? 0), ...printed };
  } finally {
    for (const spy of spies) spy.mockRestore();
    setEnvironment(before.env);
    process.chdir(before.cwd);
    process.exitCode = exitCode;
    // A command leaves the end of its listeners to the end of its process.
    for (const [signal, kept] of listeners)
      for (const listener of process.listeners(signal))
        if (!kept.includes(listener)) process.off(signal, listener);
  }
}

/** Changes the variables of this process in place, because modules have kept the object. */
function setEnvironment(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  for (const [name, value] of Object.entries(env)) if (value !== undefined) process.env[name] = value;
}

import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Distinguishes a process from a later one with the same number. */
export interface ProcessIdentity {
  /** When it started, in the system's own form; compared, never parsed. */
  started: string;
  command: string;
}

/** The running process with this id, or undefined if there is none (a zombie does not count). */
export async function identifyProcess(pid: number): Promise<ProcessIdentity | undefined> {
  if (!Number.isInteger(pid) || pid < 1 || !isAlive(pid)) return undefined;
  if (process.platform === 'linux') return identifyByProc(pid);
  if (process.platform === 'win32') return { started: '', command: '' };
  return identifyByPs(pid);
}

/** `/proc` because slim container images come without `ps`. */
async function identifyByProc(pid: number): Promise<ProcessIdentity | undefined> {
  try {
    const [stat, command] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readFile(`/proc/${pid}/cmdline`, 'utf8'),
    ]);
    // The program name in parentheses may contain any character, so fields are counted after it
    // (proc_pid_stat(5): 3 state, 22 starttime).
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (state === 'Z' || state === 'X') return undefined;
    return { started: fields[18] ?? '', command: command.replaceAll('\0', ' ').trim() };
  } catch {
    return undefined;
  }
}

async function identifyByPs(pid: number): Promise<ProcessIdentity | undefined> {
  try {
    const { stdout } = await run('ps', ['-p', String(pid), '-o', 'lstart=,command=']);
    // `lstart` is always 24 characters: "Fri Nov 20 10:44:12 2026".
    return { started: stdout.slice(0, 24), command: stdout.slice(24).trim() };
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

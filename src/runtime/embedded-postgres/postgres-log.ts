import { open } from 'node:fs/promises';

/** The cause of an end is near the end of the log. */
const TAIL_BYTES = 64 * 1024;
/** What clients are told while the server starts, stops or recovers is a consequence. */
const CONSEQUENCE = /the database system is |terminating connection |authentication failed/;

/** The end of PostgreSQL's log; empty if there is none. */
export async function readLogEnd(file: string): Promise<string> {
  const log = await open(file).catch(() => undefined);
  if (log === undefined) return '';
  try {
    const { size } = await log.stat();
    const length = Math.min(size, TAIL_BYTES);
    const { buffer, bytesRead } = await log.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await log.close();
  }
}

/** The line that says why the server could not start or continue. */
export function findCause(log: string): string | undefined {
  return log.split('\n').findLast((line) => /\b(FATAL|PANIC):/.test(line) && !CONSEQUENCE.test(line));
}

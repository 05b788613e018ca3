import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/**
 * A folder for the running test, removed after it. Its name lets the next run clean up what a killed run
 * left.
 */
export async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'callboard-test-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  await chmod(directory, 0o755); // PostgreSQL of root runs as another user
  return directory;
}

import { execFile, spawnSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const found = spawnSync('openssl', ['version']).status === 0;

/**
 * Whether tests that need certificates run. Without `openssl` they are skipped, or fail with
 * CALLBOARD_REQUIRE_ALL=1.
 */
export function opensslAvailable(suite: string): boolean {
  if (found) return true;
  const message = `SKIPPED, openssl was not found: ${suite}`;
  if (process.env.CALLBOARD_REQUIRE_ALL === '1') throw new Error(message);
  console.warn(`\n*** ${message} ***\n`);
  return false;
}

export interface TestCertificates {
  /** The folder of ca.crt, other.crt, and server and client, each with .crt and .key. */
  path(file: string): string;
  read(file: string): Promise<string>;
  remove(): Promise<void>;
}

/**
 * A certificate authority, a server and a client certificate that it issued, and another authority.
 * @param names of the server, as in a certificate
 */
export async function createCertificates(names = 'DNS:localhost,IP:127.0.0.1'): Promise<TestCertificates> {
  const directory = await mkdtemp(join(tmpdir(), 'callboard-certificates-'));
  // Other users, such as that of PostgreSQL, read them too.
  await chmod(directory, 0o755);
  const path = (file: string) => join(directory, file);
  const openssl = (command: string) => run('openssl', command.split(' '), { cwd: directory });
  const key = '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes';
  for (const name of ['ca', 'other'])
    await openssl(`req -x509 ${key} -days 30 -subj /CN=${name} -keyout ${name}.key -out ${name}.crt`);
  await writeFile(path('names'), `subjectAltName=${names}`);
  const signing = '-CA ca.crt -CAkey ca.key -CAcreateserial -days 30 -extfile names';
  for (const name of ['server', 'client']) {
    await openssl(`req ${key} -subj /CN=${name} -keyout ${name}.key -out ${name}.csr`);
    await openssl(`x509 -req -in ${name}.csr ${signing} -out ${name}.crt`);
  }
  return {
    path,
    read: (file) => readFile(path(file), 'utf8'),
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}

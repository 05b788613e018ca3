import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const found = spawnSync('openssl', ['version']).status === 0;

/** Whether tests that need certificates run: wherever `openssl` is found, as `redisAvailable`. */
export function opensslAvailable(suite: string): boolean {
  if (found) return true;
  const message = `SKIPPED, openssl was not found: ${suite}`;
  if (process.env.CALLBOARD_REQUIRE_ALL === '1') throw new Error(message);
  console.warn(`\n*** ${message} ***\n`);
  return false;
}

export interface TestCertificates {
  /** Of ca.crt, server.crt, server.key, client.crt and client.key. */
  path(file: string): string;
  read(file: string): Promise<string>;
  remove(): Promise<void>;
}

/** An authority of the test's own, a certificate of it for 127.0.0.1 and `localhost`, and one for a client. */
export async function createCertificates(): Promise<TestCertificates> {
  const directory = await mkdtemp(join(tmpdir(), 'callboard-certificates-'));
  const path = (file: string) => join(directory, file);
  const request = (name: string) =>
    `req -newkey rsa:2048 -nodes -subj /CN=${name} -keyout ${path(`${name}.key`)}`.split(' ');
  await run('openssl', [...request('ca'), '-x509', '-days', '2', '-out', path('ca.crt')]);
  await writeFile(path('names'), 'subjectAltName=DNS:localhost,IP:127.0.0.1\n');
  for (const name of ['server', 'client']) {
    await run('openssl', [...request(name), '-out', path(`${name}.csr`)]);
    const sign = [
      'x509',
      '-req',
      '-days',
      '2',
      '-CA',
      path('ca.crt'),
      '-CAkey',
      path('ca.key'),
      '-CAcreateserial',
    ];
    const files = ['-in', path(`${name}.csr`), '-extfile', path('names'), '-out', path(`${name}.crt`)];
    await run('openssl', [...sign, ...files]);
  }
  return {
    path,
    read: (file) => readFile(path(file), 'utf8'),
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}

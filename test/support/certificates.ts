import { execFile, spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const found = spawnSync('openssl', ['version']).status === 0;

/** Whether tests with certificates of their own run: wherever `openssl` is found. With CALLBOARD_REQUIRE_ALL=1, its absence is an error. */
export function opensslAvailable(suite: string): boolean {
  if (found) return true;
  const message = `SKIPPED, openssl was not found: ${suite}`;
  if (process.env.CALLBOARD_REQUIRE_ALL === '1') throw new Error(message);
  console.warn(`\n*** ${message} ***\n`);
  return false;
}

export interface TestCertificates {
  /** Paths. */
  authority: string;
  otherAuthority: string;
  certificate: string;
  key: string;
  remove(): Promise<void>;
}

/** An authority, a certificate that it gave to the host `name`, and an authority that has nothing to do with it. */
export async function createCertificates(name: string): Promise<TestCertificates> {
  const directory = await mkdtemp(join(tmpdir(), 'callboard-tls-'));
  await chmod(directory, 0o755);
  const path = (file: string) => join(directory, file);
  const openssl = (...args: string[]) => run('openssl', args, { cwd: directory });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  for (const authority of ['ca', 'other'])
    await openssl(
      'req',
      '-x509',
      ...key,
      '-days',
      '30',
      '-subj',
      `/CN=${authority}`,
      '-keyout',
      `${authority}.key`,
      '-out',
      `${authority}.pem`,
    );
  await openssl('req', ...key, '-subj', `/CN=${name}`, '-keyout', 'server.key', '-out', 'server.csr');
  await writeFile(path('names'), `subjectAltName=DNS:${name}`);
  const signing = [
    '-CA',
    'ca.pem',
    '-CAkey',
    'ca.key',
    '-CAcreateserial',
    '-days',
    '30',
    '-extfile',
    'names',
  ];
  await openssl('x509', '-req', '-in', 'server.csr', ...signing, '-out', 'server.pem');
  return {
    authority: path('ca.pem'),
    otherAuthority: path('other.pem'),
    certificate: path('server.pem'),
    key: path('server.key'),
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}

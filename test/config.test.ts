import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  defaultPublicUrl,
  describeProblems,
  type Environment,
  parseDevConfig,
  parseMigrateConfig,
  parseServerConfig,
  parseWorkerConfig,
} from '../src/config.js';

const KEY = Buffer.alloc(32, 1);
const DATABASE_URL = 'postgresql://joe:hush@db:5432/callboard';
const REQUIRED = { DATABASE_URL, CALLBOARD_SECRET_KEY: KEY.toString('base64') };

function problemsOf(result: ReturnType<typeof parseDevConfig | typeof parseServerConfig>): string[] {
  return result.kind === 'error' ? result.problems : [];
}

test('npm start needs no setting', () => {
  expect(parseDevConfig({})).toEqual({
    kind: 'ok',
    config: {
      logLevel: 'info',
      production: false,
      host: '127.0.0.1',
      port: 4000,
      workerPort: 4001,
      publicUrl: 'http://127.0.0.1:4000',
      egressAllow: ['127.0.0.0/8', '::1/128'],
      trustedProxies: [],
      capabilities: {},
      dataDir: '.callboard',
      sample: true,
    },
  });
});

test('npm start with a database of one’s own needs its key, and lets agents on no private network', () => {
  expect(problemsOf(parseDevConfig({ DATABASE_URL }))).toEqual([
    'CALLBOARD_SECRET_KEY is required: it must be 32 bytes in base64, e.g. from "openssl rand -base64 32"',
  ]);
  expect(parseDevConfig(REQUIRED)).toMatchObject({
    kind: 'ok',
    config: { databaseUrl: DATABASE_URL, dataSourceUrl: DATABASE_URL, secretKey: KEY, egressAllow: [] },
  });
});

test('npm start does not give server and worker the same port; apart they may have it', () => {
  expect(problemsOf(parseDevConfig({ PORT: '4001', LOG_LEVEL: 'loud' }))).toEqual([
    expect.stringMatching(/^LOG_LEVEL /),
    'WORKER_PORT must be another port than PORT: both are 4001',
  ]);
  expect(parseDevConfig({ PORT: '0', WORKER_PORT: '0' }).kind).toBe('ok');
  expect(parseServerConfig({ ...REQUIRED, PORT: '4001' }).kind).toBe('ok');
});

test('every setting arrives where it belongs', () => {
  const env = {
    ...REQUIRED,
    REDIS_URL: 'rediss://cache:6380',
    DATA_SOURCE_URL: 'postgres://reader@warehouse/facts',
    HOST: '0.0.0.0',
    PORT: '80',
    WORKER_PORT: '0',
    CALLBOARD_DATA_DIR: '/srv/callboard',
    CALLBOARD_ADMIN_TOKEN: 'cb_first-admin',
    CALLBOARD_MAX_CONCURRENT: '7',
    CALLBOARD_EGRESS_ALLOW: '10.1.0.0/16, fd00::/8',
    CALLBOARD_TRUSTED_PROXIES: '10.2.0.0/16',
    CALLBOARD_WORKER_CAPABILITIES: 'region=eu,gpu=true,model=gpt-4o,model=o3',
    CALLBOARD_SAMPLE: 'off',
    PUBLIC_URL: 'https://callboard.example.org/base/',
    LOG_LEVEL: 'debug',
    NODE_ENV: 'production',
  };
  const common = {
    databaseUrl: DATABASE_URL,
    dataSourceUrl: 'postgres://reader@warehouse/facts',
    secretKey: KEY,
    redisUrl: 'rediss://cache:6380',
    host: '0.0.0.0',
    publicUrl: 'https://callboard.example.org/base',
    egressAllow: ['10.1.0.0/16', 'fd00::/8'],
    logLevel: 'debug',
    production: true,
  };
  const server = { port: 80, adminToken: 'cb_first-admin', trustedProxies: ['10.2.0.0/16'] };
  const worker = {
    workerPort: 0,
    maxConcurrent: 7,
    capabilities: { region: ['eu'], gpu: ['true'], model: ['gpt-4o', 'o3'] },
  };
  expect(parseServerConfig(env)).toEqual({ kind: 'ok', config: { ...common, ...server } });
  expect(parseWorkerConfig(env)).toEqual({ kind: 'ok', config: { ...common, ...worker } });
  expect(parseDevConfig(env)).toEqual({
    kind: 'ok',
    config: { ...common, ...server, ...worker, dataDir: '/srv/callboard', sample: false },
  });
  expect(parseMigrateConfig(env)).toEqual({
    kind: 'ok',
    config: { databaseUrl: DATABASE_URL, logLevel: 'debug' },
  });
});

test('set to nothing is not set', () => {
  expect(parseServerConfig({ ...REQUIRED, PORT: '', REDIS_URL: '', NODE_ENV: undefined })).toMatchObject({
    kind: 'ok',
    config: { port: 4000, production: true },
  });
  expect(problemsOf(parseServerConfig({ ...REQUIRED, DATABASE_URL: '' }))).toEqual([
    'DATABASE_URL is required: it must be a URL postgresql://… or postgres://…',
  ]);
});

test('all problems are told together', () => {
  const problems = problemsOf(
    parseServerConfig({
      PORT: '99999',
      LOG_LEVEL: 'loud',
      REDIS_URL: 'http://cache',
      CALLBOARD_SAMPEL: 'off',
    }),
  );
  expect(problems.map((problem) => problem.split(' ')[0])).toEqual([
    'DATABASE_URL',
    'REDIS_URL',
    'PORT',
    'CALLBOARD_SECRET_KEY',
    'LOG_LEVEL',
    'CALLBOARD_SAMPEL',
  ]);
  expect(describeProblems(problems)).toContain('  - PORT must be a whole number from 0 to 65535\n');
  expect(problems.at(-1)).toBe('CALLBOARD_SAMPEL is not a setting: did you mean CALLBOARD_SAMPLE?');
});

test.each<[string, string]>([
  ['DATABASE_URL', 'mysql://db/x'],
  ['DATABASE_URL', 'db:5432'],
  ['REDIS_URL', 'cache:6379'],
  ['DATA_SOURCE_URL', 'file:///etc/passwd'],
  ['PORT', '-1'],
  ['PORT', '4e3'],
  ['PORT', '80.5'],
  ['WORKER_PORT', ' '],
  ['HOST', 'http://localhost'],
  ['CALLBOARD_MAX_CONCURRENT', '0'],
  ['CALLBOARD_SECRET_KEY', 'hush'],
  ['CALLBOARD_ADMIN_TOKEN', 'two words'],
  ['CALLBOARD_ADMIN_TOKEN', 'line\nbreak'],
  ['CALLBOARD_EGRESS_ALLOW', '10.0.0.0'],
  ['CALLBOARD_TRUSTED_PROXIES', '10.0.0.0'],
  ['CALLBOARD_EGRESS_ALLOW', '10.0.0.0/33'],
  ['CALLBOARD_EGRESS_ALLOW', '::1/129'],
  ['CALLBOARD_EGRESS_ALLOW', '10.0.0.0/8,'],
  ['CALLBOARD_EGRESS_ALLOW', 'example.org/8'],
  ['CALLBOARD_WORKER_CAPABILITIES', 'gpu'],
  ['CALLBOARD_WORKER_CAPABILITIES', '=eu'],
  ['CALLBOARD_WORKER_CAPABILITIES', 'region=eu;gpu=true=x'],
  ['CALLBOARD_SAMPLE', 'yes'],
  ['PUBLIC_URL', 'ftp://example.org'],
  ['PUBLIC_URL', 'example.org'],
  ['LOG_LEVEL', 'INFO'],
])('%s refuses %j', (name, value) => {
  const problems = problemsOf(parseServerConfig({ ...REQUIRED, [name]: value }));
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(new RegExp(`^${name} must `));
});

test('a name far from all is not guessed at, and the tests’ own are none of ours', () => {
  const env: Environment = {
    CALLBOARD_FAVOURITE_COLOUR_OF_ALL: 'red',
    CALLBOARD_REQUIRE_ALL: '1',
    CALLBOARD_TEST_DATABASE_URL: 'x',
  };
  expect(problemsOf(parseDevConfig(env))).toEqual([
    'CALLBOARD_FAVOURITE_COLOUR_OF_ALL is not a setting: remove it',
  ]);
});

test('no value is ever said back', () => {
  const names = [
    ...Object.keys(REQUIRED),
    'REDIS_URL',
    'DATA_SOURCE_URL',
    'CALLBOARD_ADMIN_TOKEN',
    'PUBLIC_URL',
    'PORT',
  ];
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.string(), (name, noise) => {
      const problems = problemsOf(parseServerConfig({ [name]: `hush-hush ${noise}` }));
      expect(problems.length).toBeGreaterThan(0);
      expect(problems.join()).not.toContain('hush');
    }),
  );
});

test.each([
  ['127.0.0.1', 'http://127.0.0.1:1'],
  ['0.0.0.0', 'http://127.0.0.1:1'],
  ['::', 'http://[::1]:1'],
  ['fd00::5', 'http://[fd00::5]:1'],
  ['callboard.internal', 'http://callboard.internal:1'],
])('a server on %s is reached at %s', (host, url) => {
  expect(defaultPublicUrl(host, 1)).toBe(url);
});

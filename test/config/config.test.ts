import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeSettings } from '../../src/config/describe-settings.js';
import { type Environment, inheritEnvironment } from '../../src/config/environment.js';
import { parseMigrateConfig } from '../../src/config/migrate-config.js';
import {
  defaultPublicUrl,
  parseDevConfig,
  parseServerConfig,
  parseWorkerConfig,
} from '../../src/config/process-config.js';
import { type ConfigResult, describeProblems } from '../../src/config/read-settings.js';
import {
  createCertificates,
  opensslAvailable,
  type TestCertificates,
} from '../support/servers/certificates.js';

const KEY = Buffer.alloc(32, 1);
const DATABASE_URL = 'postgresql://joe:hush@db:5432/callboard';
const REQUIRED = { DATABASE_URL, CALLBOARD_SECRET_KEY: KEY.toString('base64') };

function problemsOf(result: ConfigResult<unknown>): string[] {
  return result.kind === 'error' ? result.problems : [];
}

test('npm start needs no setting', () => {
  expect(parseDevConfig({})).toEqual({
    kind: 'ok',
    warnings: [],
    config: {
      logLevel: 'info',
      production: false,
      host: '127.0.0.1',
      port: 4000,
      workerPort: 4001,
      publicUrl: 'http://127.0.0.1:4000',
      egressAllow: ['127.0.0.0/8', '::1/128'],
      trustedProxies: [],
      corsOrigins: [],
      operations: 'any',
      graphiql: true,
      capabilities: {},
      dataDir: '.callboard',
      sample: true,
    },
  });
});

test('npm start with an external database requires a key, and allows no agents on private networks', () => {
  expect(problemsOf(parseDevConfig({ DATABASE_URL }))).toEqual([
    'CALLBOARD_SECRET_KEY is required: it must be 32 bytes in base64, e.g. from "openssl rand -base64 32"',
  ]);
  expect(parseDevConfig(REQUIRED)).toMatchObject({
    kind: 'ok',
    config: { databaseUrl: DATABASE_URL, dataSourceUrl: DATABASE_URL, secretKey: KEY, egressAllow: [] },
  });
});

test('npm start refuses the same port for server and worker; started separately, they may share it', () => {
  expect(problemsOf(parseDevConfig({ PORT: '4001', LOG_LEVEL: 'loud' }))).toEqual([
    expect.stringMatching(/^LOG_LEVEL /),
    'WORKER_PORT and PORT must be different: both are 4001',
  ]);
  expect(parseDevConfig({ PORT: '0', WORKER_PORT: '0' }).kind).toBe('ok');
  expect(parseServerConfig({ ...REQUIRED, PORT: '4001' }).kind).toBe('ok');
});

test.each([
  [{ NODE_ENV: 'development' }, true],
  [{ NODE_ENV: 'production' }, false],
  [{}, false],
  [{ NODE_ENV: 'development', CALLBOARD_GRAPHIQL: 'false' }, false],
  [{ NODE_ENV: 'production', CALLBOARD_GRAPHIQL: 'true' }, true],
])('with %j, the explorer is on: %j', (env, graphiql) => {
  expect(parseServerConfig({ ...REQUIRED, ...env })).toMatchObject({ kind: 'ok', config: { graphiql } });
});

test('every setting reaches its place', () => {
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
    CALLBOARD_CORS_ORIGINS: 'https://app.example, http://localhost:3000',
    CALLBOARD_OPERATIONS: 'persisted',
    CALLBOARD_GRAPHIQL: 'true',
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
    redis: {
      mode: 'single',
      nodes: [{ host: 'cache', port: 6380 }],
      secure: true,
      database: 0,
      prefix: 'bull',
      certificates: {},
    },
    host: '0.0.0.0',
    publicUrl: 'https://callboard.example.org/base',
    egressAllow: ['10.1.0.0/16', 'fd00::/8'],
    logLevel: 'debug',
    production: true,
  };
  const server = {
    port: 80,
    adminToken: 'cb_first-admin',
    trustedProxies: ['10.2.0.0/16'],
    corsOrigins: ['https://app.example', 'http://localhost:3000'],
    operations: 'persisted',
    graphiql: true,
  };
  const worker = {
    workerPort: 0,
    maxConcurrent: 7,
    capabilities: { region: ['eu'], gpu: ['true'], model: ['gpt-4o', 'o3'] },
  };
  const direct = { directUrl: DATABASE_URL, pooled: false };
  expect(parseServerConfig(env)).toEqual({
    kind: 'ok',
    config: { ...common, ...direct, ...server },
    warnings: [],
  });
  expect(parseWorkerConfig(env)).toEqual({
    kind: 'ok',
    config: { ...common, ...direct, ...worker },
    warnings: [],
  });
  expect(parseDevConfig(env)).toEqual({
    kind: 'ok',
    config: { ...common, ...server, ...worker, dataDir: '/srv/callboard', sample: false },
    warnings: [],
  });
  expect(parseMigrateConfig(env)).toEqual({
    kind: 'ok',
    config: { migrateUrl: DATABASE_URL, migrateSetting: 'DATABASE_URL', logLevel: 'debug' },
    warnings: [],
  });
  const DATABASE_DIRECT_URL = 'postgresql://joe:hush@db:5433/callboard';
  expect(parseServerConfig({ ...REQUIRED, DATABASE_DIRECT_URL })).toMatchObject({
    config: {
      databaseUrl: DATABASE_URL,
      directUrl: DATABASE_DIRECT_URL,
      dataSourceUrl: DATABASE_DIRECT_URL,
      pooled: true,
    },
  });
  const DATABASE_MIGRATE_URL = 'postgresql://owner:hush@db/callboard';
  expect(parseMigrateConfig({ ...env, DATABASE_MIGRATE_URL })).toMatchObject({
    config: {
      migrateUrl: DATABASE_MIGRATE_URL,
      migrateSetting: 'DATABASE_MIGRATE_URL',
      runtimeUrl: DATABASE_URL,
    },
  });
});

test('an empty setting counts as not set', () => {
  expect(parseServerConfig({ ...REQUIRED, PORT: '', REDIS_URL: '', NODE_ENV: undefined })).toMatchObject({
    kind: 'ok',
    config: { port: 4000, production: true },
  });
  expect(problemsOf(parseServerConfig({ ...REQUIRED, DATABASE_URL: '' }))).toEqual([
    'DATABASE_URL is required: it must be a URL that begins with postgresql:// or postgres://',
  ]);
});

test('all problems are reported together', () => {
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
  expect(problems.at(-1)).toBe('CALLBOARD_SAMPEL is not a setting. Did you mean CALLBOARD_SAMPLE?');
});

test.each<[string, string]>([
  ['DATABASE_URL', 'mysql://db/x'],
  ['DATABASE_URL', 'db:5432'],
  ['REDIS_URL', 'cache:6379'],
  ['REDIS_URL', 'redis://a,b'],
  ['REDIS_PREFIX', '{a}'],
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
  ['CALLBOARD_CORS_ORIGINS', '*'],
  ['CALLBOARD_OPERATIONS', 'none'],
  ['CALLBOARD_GRAPHIQL', 'on'],
  ['CALLBOARD_CORS_ORIGINS', 'null'],
  ['CALLBOARD_CORS_ORIGINS', 'app.example'],
  ['CALLBOARD_CORS_ORIGINS', 'https://app.example/'],
  ['CALLBOARD_CORS_ORIGINS', 'https://app.example,'],
  ['CALLBOARD_CORS_ORIGINS', 'file:///index.html'],
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

describe('names that are not settings', () => {
  const warningsOf = (env: Environment) => {
    const result = parseDevConfig(env);
    return result.kind === 'ok' ? result.warnings : [];
  };

  test('stop nothing; each causes a warning with the setting that was probably meant', () => {
    expect(warningsOf({ CALLBOARD_SAMPEL: 'off', CALLBOARD_FAVORITE_COLOR_OF_ALL: 'red' })).toEqual([
      'CALLBOARD_SAMPEL is not a setting. Did you mean CALLBOARD_SAMPLE?',
      'CALLBOARD_FAVORITE_COLOR_OF_ALL is not a setting. It is ignored.',
    ]);
    expect(warningsOf({ CALLBOARD_PORT: '80' })).toHaveLength(1);
  });

  test('cause no warning if Kubernetes or the tests set them', () => {
    const ofServices = {
      CALLBOARD_PORT: 'tcp://10.96.0.7:4000',
      CALLBOARD_PORT_4000_TCP: 'tcp://10.96.0.7:4000',
      CALLBOARD_PORT_4000_TCP_ADDR: '10.96.0.7',
      CALLBOARD_PORT_4000_TCP_PORT: '4000',
      CALLBOARD_PORT_4000_TCP_PROTO: 'tcp',
      CALLBOARD_SERVICE_HOST: '10.96.0.7',
      CALLBOARD_SERVICE_PORT: '4000',
      CALLBOARD_SERVICE_PORT_HTTP: '4000',
      CALLBOARD_WORKER_PORT: 'tcp://10.96.0.8:4001',
      CALLBOARD_WORKER_SERVICE_HOST: '10.96.0.8',
    };
    expect(
      warningsOf({ ...ofServices, CALLBOARD_REQUIRE_ALL: '1', CALLBOARD_TEST_DATABASE_URL: 'x' }),
    ).toEqual([]);
  });

  test('are not passed to child processes, and neither are secrets that come from files', () => {
    const before = process.env;
    process.env = {
      CALLBOARD_SAMPEL: 'off',
      DATABASE_URL_FILE: '/run/db',
      REDIS_URL_FILE: '/run/redis',
      PATH: '/bin',
    };
    try {
      expect(inheritEnvironment({ DATABASE_URL })).toEqual({
        REDIS_URL_FILE: '/run/redis',
        PATH: '/bin',
        DATABASE_URL,
      });
    } finally {
      process.env = before;
    }
  });
});

describe('secrets from files', () => {
  let dir: string;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'callboard-settings-'));
    await writeFile(join(dir, 'database'), `${DATABASE_URL}\n`);
    await writeFile(join(dir, 'key'), KEY.toString('base64'));
    await writeFile(join(dir, 'empty'), '\n');
    await writeFile(join(dir, 'large'), 'x'.repeat(70_000));
    await writeFile(join(dir, 'latin1'), Buffer.from('redis://:caf\u00e9@cache', 'latin1'));
  });
  afterAll(() => rm(dir, { recursive: true }));

  test('are read from the path in NAME_FILE, without the last line break', () => {
    const env = { DATABASE_URL_FILE: join(dir, 'database'), CALLBOARD_SECRET_KEY_FILE: join(dir, 'key') };
    expect(parseServerConfig(env)).toMatchObject({
      ...{ kind: 'ok', warnings: [] },
      config: { databaseUrl: DATABASE_URL, secretKey: KEY },
    });
    expect(problemsOf(parseDevConfig({ DATABASE_URL_FILE: join(dir, 'database') }))).toEqual([
      expect.stringMatching(/^CALLBOARD_SECRET_KEY is required/),
    ]);
  });

  test.each([
    ['missing', /cannot be read \(ENOENT\)/],
    ['', /cannot be read \(EISDIR\)/],
    ['empty', /empty file/],
    ['large', /more than 65,536 bytes/],
    ['latin1', /not UTF-8/],
  ])('an unusable file is named in the error: %j', (file, problem) => {
    const problems = problemsOf(parseServerConfig({ ...REQUIRED, REDIS_URL_FILE: join(dir, file) }));
    expect(problems).toEqual([expect.stringMatching(problem)]);
    expect(problems[0]).toContain('REDIS_URL_FILE');
  });

  test('cannot be set twice, and are never printed', () => {
    expect(problemsOf(parseServerConfig({ ...REQUIRED, DATABASE_URL_FILE: join(dir, 'database') }))).toEqual([
      'DATABASE_URL_FILE and DATABASE_URL are both set: set only one of them',
    ]);
    expect(
      problemsOf(parseServerConfig({ ...REQUIRED, DATABASE_URL: '', DATABASE_URL_FILE: join(dir, 'key') })),
    ).toEqual(['DATABASE_URL must be a URL that begins with postgresql:// or postgres://']);
    expect(
      problemsOf(parseServerConfig({ ...REQUIRED, DATABASE_URL: '', DATABASE_URL_FILE: join(dir, 'none') })),
    ).toHaveLength(1);
  });

  test('are supported for secrets only', () => {
    expect(parseServerConfig({ ...REQUIRED, PORT_FILE: join(dir, 'key') })).toMatchObject({
      config: { port: 4000 },
    });
  });
});

describe.runIf(opensslAvailable('settings of TLS'))('certificates for Redis', () => {
  let certificates: TestCertificates;
  let files: { ca: string; cert: string; key: string };
  beforeAll(async () => {
    certificates = await createCertificates();
    const [ca, cert, key] = await Promise.all(['ca.crt', 'client.crt', 'client.key'].map(certificates.read));
    files = { ca: ca ?? '', cert: cert ?? '', key: key ?? '' };
  });
  afterAll(() => certificates?.remove());
  const REDIS_URL = 'rediss://cache';

  test('come from settings or from files', () => {
    const env = {
      ...{ ...REQUIRED, REDIS_URL, REDIS_TLS_CA_FILE: certificates.path('ca.crt') },
      ...{ REDIS_TLS_CERT: files.cert, REDIS_TLS_KEY_FILE: certificates.path('client.key') },
    };
    const result = parseWorkerConfig(env);
    const trimmed = Object.fromEntries(Object.entries(files).map(([name, pem]) => [name, pem.trim()]));
    expect(result.kind === 'ok' && result.config.redis?.certificates).toEqual({
      ...trimmed,
      cert: files.cert,
    });
  });

  test.each<[object, RegExp]>([
    [{ REDIS_URL, REDIS_TLS_CA: 'hush' }, /^REDIS_TLS_CA must be a certificate in PEM$/],
    [
      { REDIS_URL, REDIS_TLS_KEY: 'hush' },
      /^REDIS_TLS_KEY must be a private key without a passphrase in PEM$/,
    ],
  ])('are refused if they cannot be read: %j', (env, message) => {
    expect(problemsOf(parseWorkerConfig({ ...REQUIRED, ...env }))).toEqual([expect.stringMatching(message)]);
  });

  test('must belong together', async () => {
    const problems = (env: object) => problemsOf(parseWorkerConfig({ ...REQUIRED, ...env }));
    expect(problems({ REDIS_TLS_CA: files.ca })).toEqual(['REDIS_TLS_… is set, but REDIS_URL is not']);
    expect(problems({ REDIS_URL: 'redis://cache', REDIS_TLS_CA: files.ca })).toEqual([
      'REDIS_URL does not use TLS, but REDIS_TLS_… is set: use rediss:// instead of redis://',
    ]);
    expect(problems({ REDIS_URL, REDIS_TLS_CERT: files.cert })).toEqual([
      'REDIS_TLS_CERT and REDIS_TLS_KEY must be set together',
    ]);
    const other = await certificates.read('server.key');
    expect(problems({ REDIS_URL, REDIS_TLS_CERT: files.cert, REDIS_TLS_KEY: other })).toEqual([
      'REDIS_TLS_KEY is not the key of REDIS_TLS_CERT',
    ]);
  });
});

test('no value appears in an error', () => {
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

describe('the settings in force', () => {
  const shown = (env: Environment) =>
    Object.fromEntries(describeSettings(env).settings.map(({ name, ...rest }) => [name, rest]));

  test('say where each value comes from', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'callboard-test-'));
    try {
      const file = join(directory, 'key');
      await writeFile(file, KEY.toString('base64'));
      const settings = shown({ DATABASE_URL, CALLBOARD_SECRET_KEY_FILE: file, PORT: '4100', LOG_LEVEL: '' });
      expect(settings).toMatchObject({
        PORT: { value: '4100', source: 'environment' },
        LOG_LEVEL: { value: 'info', source: 'default' },
        PUBLIC_URL: { value: 'http://127.0.0.1:4100', source: 'default' },
        DATABASE_URL: { value: 'postgresql://joe:***@db:5432/callboard', source: 'environment' },
        CALLBOARD_SECRET_KEY: { value: '(hidden)', source: 'file', file },
        CALLBOARD_ADMIN_TOKEN: { value: null, source: 'default' },
      });
      expect(JSON.stringify(settings)).not.toMatch(/hush/);
    } finally {
      await rm(directory, { recursive: true });
    }
  });

  test('list every setting and every problem', () => {
    const { settings, problems, warnings } = describeSettings({
      PORT: 'x',
      CALLBOARD_TIMEZONE: 'Mars',
      CALLBOARD_SAMPEL: 'off',
    });
    expect(settings.map(({ name }) => name)).toContain('CALLBOARD_TIMEZONE');
    expect(problems).toEqual([
      'PORT must be a whole number from 0 to 65535',
      'CALLBOARD_TIMEZONE must be an IANA time zone, e.g. Europe/Berlin or UTC',
    ]);
    expect(warnings).toEqual(['CALLBOARD_SAMPEL is not a setting. Did you mean CALLBOARD_SAMPLE?']);
  });

  test('hide secrets in every form', () => {
    for (const value of [
      'hush',
      'postgresql://joe:hush@db/x?password=hush',
      'redis://:hush@r:1',
      'a b://hush',
    ])
      for (const name of ['DATABASE_URL', 'REDIS_URL', 'CALLBOARD_ADMIN_TOKEN', 'CALLBOARD_SECRET_KEY'])
        expect(JSON.stringify(shown({ [name]: value })), `${name} ${value}`).not.toContain('hush');
  });
});

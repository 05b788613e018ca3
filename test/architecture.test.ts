import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cruise, type ICruiseResult, type IFlattenedRuleSet } from 'dependency-cruiser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

// `npm run imports` checks the source files by these rules. Here the rules are checked: what each of them forbids is found.
const { forbidden, options } = createRequire(import.meta.url)('../.dependency-cruiser.cjs');

async function check(baseDir: string): Promise<ICruiseResult['summary']> {
  const { tsConfig: _, ...rest } = options;
  const ruleSet: IFlattenedRuleSet = { forbidden };
  const { output } = await cruise(['src'], { ...rest, baseDir, ruleSet, validate: true });
  return (output as ICruiseResult).summary;
}

const broken = (summary: ICruiseResult['summary']) =>
  summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`);

test('the domain uses no clock, no randomness and no process state', async () => {
  const files = (await readdir('src/domain', { recursive: true })).filter((name) => name.endsWith('.ts'));
  expect(files.length).toBeGreaterThan(10);
  for (const name of files) {
    const source = await readFile(join('src/domain', name), 'utf8');
    const code = source.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
    expect(code, name).not.toMatch(
      /Date\.now|new Date\(\)|Math\.random|\bprocess\.|Temporal\.Now|performance\./,
    );
  }
});

test('only sqlstate.ts knows the error codes of PostgreSQL', async () => {
  const files = (await readdir('src', { recursive: true })).filter((name) => name.endsWith('.ts'));
  const table = await readFile('src/runtime/database/sqlstate.ts', 'utf8');
  const codes = [...table.matchAll(/: '([0-9A-Z]{5})'/g)].map(([, code]) => code);
  expect(codes.length).toBeGreaterThan(15);
  const literal = new RegExp(`\\b(${codes.join('|')})\\b|/\\^\\(?(08|22|23|28|40|42|53|57)\\b`);
  const others = [];
  for (const name of files.filter((file) => !file.startsWith('db/generated/'))) {
    if (literal.test(await readFile(join('src', name), 'utf8'))) others.push(name);
  }
  expect(others).toEqual(['runtime/database/sqlstate.ts']);
});

test('only the settings read the environment', async () => {
  const files = (await readdir('src', { recursive: true })).filter((name) => name.endsWith('.ts'));
  const readers = [];
  for (const name of files.filter((file) => !file.startsWith('db/generated/'))) {
    if ((await readFile(join('src', name), 'utf8')).includes('process.env')) readers.push(name);
  }
  expect(readers).toEqual(['config/environment.ts']);
});

describe('the import rules', () => {
  let project: string;

  const imports: [rule: string, from: string, to: string][] = [
    ['only down from domain', 'src/domain/a.ts', 'src/runtime/b.ts'],
    ['domain is pure', 'src/domain/a.ts', 'node:fs'],
    ['domain is pure', 'src/domain/a.ts', 'pg'],
    ['only down from runtime', 'src/runtime/a.ts', 'src/db/b.ts'],
    ['only down from db, queue, http, events, sources', 'src/sources/a.ts', 'src/services/b.ts'],
    ['no sideways imports below', 'src/db/a.ts', 'src/queue/b.ts'],
    ['only down from services', 'src/services/a.ts', 'src/engine/b.ts'],
    ['no sideways imports', 'src/schema/a.ts', 'src/engine/b.ts'],
    ['only down from schema, engine', 'src/engine/a.ts', 'src/sample/b.ts'],
    ['settings are read in the roots', 'src/services/a.ts', 'src/config/a.ts'],
    ['settings know only what they parse', 'src/config/a.ts', 'src/db/b.ts'],
    ['production roots bring no sample', 'src/server.ts', 'src/sample/b.ts'],
    ['production roots bring no sample', 'src/cli/a.ts', 'src/dev/b.ts'],
    ['programs bring no command line', 'src/server.ts', 'src/cli/b.ts'],
    ['commands load what they need when they run', 'src/cli/commands/a.ts', 'src/services/b.ts'],
    ['commands load what they need when they run', 'src/cli/commands/a.ts', 'src/cli/connection/client.ts'],
    ['commands load what they need when they run', 'src/cli/program.ts', 'zod'],
    ['nobody imports a root', 'src/dev/a.ts', 'src/server.ts'],
    ['nobody imports a root', 'src/cli/a.ts', 'src/callboard.ts'],
    ['what is imported exists', 'src/db/a.ts', 'no-such-package'],
  ];
  const allowed: [from: string, to: string][] = [
    ['src/server.ts', 'src/schema/b.ts'],
    ['src/engine/a.ts', 'src/services/b.ts'],
    ['src/services/a.ts', 'src/queue/b.ts'],
    ['src/services/a.ts', 'src/domain/b.ts'],
    ['src/db/a.ts', 'src/db/b.ts'],
    ['src/queue/a.ts', 'src/runtime/b.ts'],
    ['src/domain/a.ts', 'zod'],
    ['src/worker.ts', 'src/config/a.ts'],
    ['src/dev.ts', 'src/sample/b.ts'],
    ['src/callboard.ts', 'src/cli/program.ts'],
    ['src/cli/a.ts', 'src/config/a.ts'],
    ['src/cli/a.ts', 'src/services/b.ts'],
    ['src/cli/commands/a.ts', 'src/cli/command.ts'],
  ];

  beforeAll(async () => {
    project = await mkdtemp(join(tmpdir(), 'callboard-imports-'));
    await symlink(join(process.cwd(), 'node_modules'), join(project, 'node_modules'));
  });
  afterAll(() => rm(project, { recursive: true, force: true }));

  async function breaks(from: string, to: string): Promise<string[]> {
    await rm(join(project, 'src'), { recursive: true, force: true });
    const up = '../'.repeat(dirname(from).split('/').length);
    const target = to.startsWith('src/') ? `${up}${to.replace(/\.ts$/, '.js')}` : to;
    const files = [
      [from, `import '${target}';\n`],
      ...(to.startsWith('src/') ? [[to, 'export const b = 1;\n']] : []),
    ] as [string, string][];
    for (const [path, content] of files) {
      await mkdir(join(project, dirname(path)), { recursive: true });
      await writeFile(join(project, path), content);
    }
    return [...new Set((await check(project)).violations.map(({ rule }) => rule.name))];
  }

  test.each(imports)('%s: %s may not import %s', async (rule, from, to) => {
    expect(await breaks(from, to)).toContain(rule);
  });

  test.each(allowed)('%s may import %s', async (from, to) => {
    expect(await breaks(from, to)).toEqual([]);
  });

  test('detect a cycle', async () => {
    await mkdir(join(project, 'src/db'), { recursive: true });
    await writeFile(join(project, 'src/db/a.ts'), "import './b.js';\n");
    await writeFile(join(project, 'src/db/b.ts'), "import './a.js';\n");
    expect(broken(await check(project)).join()).toContain('no cycles');
  });
});

/** docs/settings.md has every setting, with its default, and the effect of each run-time setting. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type GraphQLObjectType, getNamedType, isObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { clientSettings, KNOWN_SETTINGS, SECRETS, settings } from '../../src/config/settings.js';
import { schema } from '../../src/schema/index.js';
import { ROOT } from '../support/programs/build-once.js';

const PAGE = readFileSync(join(ROOT, 'docs/settings.md'), 'utf8');
const [ENVIRONMENT = '', RUN_TIME = ''] = PAGE.split('\n## Run-time settings\n');

/** Rows of three columns, for each name in the first. */
const documented = new Map(
  [...ENVIRONMENT.matchAll(/^\| (`\w+`.*?) \| (.*?) \| .+ \|$/gm)].flatMap(([, names = '', byDefault = '']) =>
    [...names.matchAll(/`([A-Z_]+)`/g)].map(([, name], index) => [
      name,
      byDefault.split(', ')[index] ?? byDefault,
    ]),
  ),
);

test('docs/settings.md lists every setting of the environment, and nothing else', () => {
  const ours = KNOWN_SETTINGS.filter((name) => !name.endsWith('_FILE'));
  const names = [...documented.keys()].filter((name) => !name?.startsWith('OTEL_'));
  expect(names.toSorted()).toEqual([...new Set(ours)].toSorted());
});

test('it has the same defaults as the code', () => {
  for (const [name, field] of Object.entries({ ...clientSettings.shape, ...settings.shape })) {
    const { success, data } = field.safeParse(undefined);
    if (success && data !== undefined && name !== 'XDG_CONFIG_HOME' && name !== 'CALLBOARD_TIMEZONE')
      expect(documented.get(name), name).toBe(`\`${data}\``);
  }
});

test('it names every secret that can be read from a file', () => {
  const files = [...ENVIRONMENT.matchAll(/`(\w+)_FILE`/g)].map(([, name]) => name);
  expect([...new Set(files)].toSorted()).toEqual([...SECRETS].toSorted());
});

test('it describes every run-time setting as the API does', () => {
  const rows = (of: GraphQLObjectType, path = ''): string[] =>
    Object.values(of.getFields()).flatMap((field) => {
      if (field.name === 'defaults' || field.name === 'issues') return [];
      const type = getNamedType(field.type);
      return isObjectType(type)
        ? rows(type, `${path}${field.name}.`)
        : [`| \`${path}${field.name}\` | ${field.description} |`];
    });
  const expected = ['SchedulerConfig', 'EngineSettings'].flatMap((name) =>
    rows(schema.getType(name) as GraphQLObjectType),
  );
  expect(RUN_TIME.match(/^\| `.*$/gm)?.toSorted()).toEqual(expected.toSorted());
});

test('the README names no unknown setting', () => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const cells = [...readme.matchAll(/^\| (`[A-Z_]+`.*?) \|/gm)].map(([, cell]) => cell);
  const names = [...cells.join(' ').matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(8);
  for (const name of names) expect([...documented.keys()]).toContain(name);
});

test('other pages name no unknown run-time setting', () => {
  const known = new Set([...RUN_TIME.matchAll(/^\| `([\w.]+)`/gm)].map(([, name = '']) => name));
  const sections = new Set([...known].filter((name) => name.includes('.')).map((name) => name.split('.')[0]));
  const pages = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' });
  const unknown = pages
    .filter((page) => page.endsWith('.md'))
    .flatMap((page) => {
      const text = readFileSync(join(ROOT, 'docs', page), 'utf8');
      const dotted = [...text.matchAll(/`((\w+)\.[\w.]+)(?=[`:])/g)].filter(([, , first]) =>
        sections.has(first),
      );
      return [...dotted, ...text.matchAll(/\bsetting `([a-z][\w.]+)`/g)].map(([, name = '']) => name);
    })
    .filter((name) => !known.has(name));
  expect(unknown).toEqual([]);
});

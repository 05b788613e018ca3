/**
 * The dashboard, the alert rules and docs/monitoring.md name existing metrics; docs/monitoring.md names all, and
 * the runbook has every alert.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { startEngine, type TestEngine } from '../support/engine.js';
import { startTestServer, type TestServer } from '../support/graphql-server.js';
import { ROOT } from '../support/programs/build-once.js';

interface Rule {
  alert: string;
  expr: string;
  for?: string;
  labels: { severity: string };
  annotations: { summary: string };
}
interface Panel {
  id: number;
  type: string;
  title: string;
  datasource?: unknown;
  gridPos: { x: number; y: number; w: number; h: number };
  targets?: { expr: string; datasource: unknown; legendFormat: string }[];
}

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const rules: Rule[] = parse(read('deploy/prometheus/alerts.yaml')).groups.flatMap(
  (group: { rules: Rule[] }) => group.rules,
);
const dashboard = JSON.parse(read('deploy/grafana/callboard.json')) as { panels: Panel[] };
const panels = dashboard.panels.filter(({ type }) => type !== 'row');
/** The text of each section of the runbook, by its title. */
const sections = new Map(
  read('docs/runbook.md')
    .split(/^## /m)
    .slice(1)
    .map((section) => [section.split('\n', 1)[0] ?? '', section.slice(section.indexOf('\n'))]),
);

/** The output of a scrape of both programs. */
let scraped: string;
let server: TestServer;
let engine: TestEngine;
beforeAll(async () => {
  server = await startTestServer();
  const { rows } = await server.pool.query('SELECT current_database() AS name');
  engine = await startEngine(urlOf(rows[0].name));
  const ofServer = await (await fetch(`${server.url}/metrics`)).text();
  scraped = `${await engine.registry.metrics()}\n${ofServer}`;
});
afterAll(async () => {
  await engine?.stop();
  await server?.close();
});

function urlOf(database: string): string {
  const { host, port, user, password } = server.pool.options;
  const url = new URL(
    server.pool.options.connectionString ?? `postgresql://${user}:${password}@${host}:${port}`,
  );
  url.pathname = `/${database}`;
  return url.href;
}

/** Series of a query, with the labels that it selects. */
function seriesIn(expr: string): { name: string; labels: string[] }[] {
  return [...expr.matchAll(/\b((?:callboard|process|nodejs)_\w+)(?:\{([^}]*)\})?/g)].map(
    ([, name = '', selector = '']) => ({
      name,
      labels: [...selector.matchAll(/(\w+)\s*[=!]~?/g)].map(([, label = '']) => label),
    }),
  );
}

function expectExists(expr: string): void {
  const found = seriesIn(expr);
  expect(found, expr).not.toEqual([]);
  for (const { name, labels } of found) {
    const metric = name.replace(/_(bucket|sum|count)$/, '');
    const kind = new RegExp(`^# TYPE ${metric} (\\w+)$`, 'm').exec(scraped)?.[1];
    expect(kind, `${metric} in ${expr}`).toBeDefined();
    expect(kind === 'histogram', `${name} is a ${kind}`).toBe(metric !== name);
    const samples = [...scraped.matchAll(new RegExp(`^${name}\\{([^}]*)\\}`, 'gm'))];
    for (const label of samples.length > 0 ? labels : [])
      expect(
        samples.some(([, given = '']) => given.includes(`${label}="`)),
        `${label} of ${name}`,
      ).toBe(true);
  }
  expect(expr.split('(').length, expr).toBe(expr.split(')').length);
}

it('docs/monitoring.md names every metric, and no other', () => {
  const named = read('docs/monitoring.md').matchAll(/callboard_\w+/g);
  const reported = scraped.matchAll(/^# TYPE (callboard_\w+)/gm);
  const sorted = (names: Iterable<string>) => [...new Set(names)].sort();
  expect(sorted([...named].map(([name]) => name))).toEqual(
    sorted([...reported].map(([, name = '']) => name)),
  );
});

describe('alerts', () => {
  it.each(rules.map((rule) => [rule.alert, rule] as const))('%s', (alert, rule) => {
    expectExists(rule.expr);
    expect(rule.labels.severity).toMatch(/^(critical|warning|info)$/);
    expect(rule.annotations.summary).toMatch(/\.$/);
    if (rule.for !== undefined) expect(rule.for).toMatch(/^\d+[smh]$/);
    const paragraph = sections.get(alert) ?? '';
    expect(paragraph.length, `the section ${alert} of docs/runbook.md`).toBeGreaterThan(100);
  });

  it('are the ones in the runbook, and no others', () => {
    expect([...sections.keys()]).toEqual(rules.map(({ alert }) => alert));
  });
});

describe('the dashboard', () => {
  it.each(panels.map((panel) => [panel.title, panel] as const))('%s', (_title, panel) => {
    expect(panel.targets?.length).toBeGreaterThan(0);
    for (const { expr, datasource } of panel.targets ?? []) {
      expectExists(expr);
      expect(datasource).toEqual({ type: 'prometheus', uid: '$' + '{datasource}' });
    }
  });

  it('has panels with distinct ids that do not overlap', () => {
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
    const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)},${y + Math.floor(cell / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
  });
});

import { describe, expect, it } from 'vitest';
import { buildGraph } from '../../../src/domain/pipeline/graph.js';
import type { PipelineStep } from '../../../src/domain/pipeline/pipeline.js';
import { validatePipeline } from '../../../src/domain/pipeline/validate-pipeline.js';
import { chain, loopTo, step } from './steps.js';

const known = { isDataSource: (text: string) => text.startsWith('db:'), knownAgents: new Set(['agent']) };
const validate = (steps: PipelineStep[]) => validatePipeline({ steps, retryConfig: null }, known);
const issuesOf = (steps: PipelineStep[]) =>
  validate(steps).map(({ path, message }) => `${path.slice(1).join('.')}: ${message}`);

describe('validatePipeline', () => {
  it.each<[string, PipelineStep[]]>([
    ['one step', chain('a')],
    ['a diamond, listed in any order', chain('d<b,c b<a c<a a')],
    ['a loop to itself', chain('a', { a: { loop: loopTo('a') } })],
    [
      'nested and disjoint loops',
      chain('a b<a c<b d<c e<d', {
        c: { loop: loopTo('b') },
        d: { loop: loopTo('a') },
        e: { loop: loopTo('e') },
      }),
    ],
    [
      'loops nested three deep',
      chain('a b<a c<b', { a: { loop: loopTo('a') }, b: { loop: loopTo('a') }, c: { loop: loopTo('a') } }),
    ],
    ['a condition that needs no dependency', chain('a', { a: { runIf: 'all_done' } })],
    ['a text that is not a data source', [step({ stepId: 'a', params: { x: 'http://db:5432', y: ['db'] } })]],
    ['a literal', [step({ stepId: 'a', params: { x: { $literal: 'db:t:all:f' } } })]],
  ])('accepts %s', (_, steps) => {
    expect(issuesOf(steps)).toEqual([]);
  });

  it.each<[string, PipelineStep[], RegExp[]]>([
    ['no steps', [], [/^: A pipeline needs at least one step/]],
    [
      'too many steps',
      Array.from({ length: 1_001 }, (_, n) => step({ stepId: `s${n}` })),
      [/^: A pipeline can have at most 1,000 steps; this one has 1,001/],
    ],
    [
      'a name given twice',
      chain('a b a'),
      [/^2\.stepId: Step "a" is defined twice, as number 1 and number 3/],
    ],
    [
      'an unknown agent',
      [step({ stepId: 'a', agentId: 'agemt' })],
      [/^0\.agentId: Step "a": there is no agent "agemt"\. Did you mean "agent"\?/],
    ],
    [
      'an unknown dependency',
      chain('collect b<colect'),
      [/^1\.dependsOn\.0: Step "b" depends on "colect".*Did you mean "collect"\?/],
    ],
    [
      'a dependency with a similar name, without a suggestion',
      chain('fetch<fetc'),
      [/^0\.dependsOn\.0: Step "fetch" depends on "fetc", which is not a step of this pipeline\.$/],
    ],
    ['a dependency on itself', chain('a<a'), [/^0\.dependsOn\.0: Step "a" depends on itself/]],
    ['a dependency named twice', chain('a b<a,a'), [/^1\.dependsOn\.1: Step "b" depends on "a" twice/]],
    ['a cycle', chain('x a<x,c b<a c<b'), [/^1\.dependsOn\.1: Step "a" waits for itself: a → b → c → a\./]],
    [
      'two cycles',
      chain('b<a a<b,d c<d d<c'),
      [/: Step "b" waits for itself: b → a → b\./, /: Step "c" waits for itself: c → d → c\./],
    ],
    [
      'a condition without dependencies',
      chain('a b<a', { a: { runIf: 'any_failed' } }),
      [/^0\.runIf: Step "a" has no dependencies, so any_failed can never be met/],
    ],
    [
      'a condition that no dependency can meet',
      chain('a', { a: { runIf: 'any_succeeded' } }),
      [/^0\.runIf: Step "a" has no dependencies, so any_succeeded can never be met/],
    ],
    [
      'a long cycle, drawn with its first and last steps',
      Array.from({ length: 21 }, (_, n) => step({ stepId: `s${n}`, dependsOn: [`s${(n + 20) % 21}`] })),
      [/: s\d+( → s\d+){17} → … → s\d+ → s\d+\. Remove/],
    ],
    [
      'a long name, shown with its first 100 characters',
      [step({ stepId: 'a', agentId: 'x'.repeat(101) })],
      [/there is no agent "x{100}…"\.$/],
    ],
    [
      'a loop to nowhere',
      chain('first b<first', { b: { loop: loopTo('fist') } }),
      [/^1\.loop\.to: Step "b" loops to "fist".*Did you mean "first"\?/],
    ],
    [
      'a loop forward',
      chain('a b<a', { a: { loop: loopTo('b') } }),
      [/^0\.loop\.to: Step "a" loops to "b", which does not come before it/],
    ],
    [
      'a loop sideways',
      chain('a b<a c<a', { c: { loop: loopTo('b') } }),
      [/^2\.loop\.to: Step "c" loops to "b", which does not come before it/],
    ],
    [
      'loops that overlap',
      chain('a b<a c<b d<c', { c: { loop: loopTo('a') }, d: { loop: loopTo('b') } }),
      [/^3\.loop\.to: The loops of step "d" and step "c" overlap/],
    ],
    [
      'loops nested too deep',
      chain('a b<a c<b d<c', {
        a: { loop: loopTo('a') },
        b: { loop: loopTo('a') },
        c: { loop: loopTo('a') },
        d: { loop: loopTo('a') },
      }),
      [/^0\.loop: The loop of step "a" lies within 3 or more other loops/],
    ],
    [
      'disjoint loops that wait for each other',
      chain('a b c<a,b d<a,b', { c: { loop: loopTo('a') }, d: { loop: loopTo('b') } }),
      [/^2\.loop: The loop of step "c" could never end.*c → d → c\./],
    ],
    [
      'data sources in params',
      [step({ stepId: 'a', params: { t: 'db:T:all:f', deep: [{ x: 'db:' }], $literal: 'db:x' } })],
      [
        /^0\.params\.t: Step "a": "db:T:all:f" is a data source.*params of the schedule/,
        /^0\.params\.deep\.0\.x: /,
        /^0\.params\.\$literal: /,
      ],
    ],
    [
      'params without an end',
      [step({ stepId: 'a', params: JSON.parse(`{"x": ${'['.repeat(9_000)}${']'.repeat(9_000)}}`) })],
      [/^0\.params\.x\.0\.0\.0: Step "a": params are nested deeper than 100 levels/],
    ],
  ])('refuses %s', (_, steps, expected) => {
    const issues = issuesOf(steps);
    expect(issues).toHaveLength(expected.length);
    for (const [index, message] of expected.entries()) expect(issues[index]).toMatch(message);
  });

  it('reports all problems at once', () => {
    const steps = chain('a<a,nope b<c c<b', {
      a: { agentId: 'other', params: { x: 'db:' }, loop: loopTo('gone') },
    });
    const paths = validate(steps).map(({ path }) => path.join('.'));
    expect(paths).toEqual([
      'steps.0.agentId',
      'steps.0.loop.to',
      'steps.0.dependsOn.0',
      'steps.0.dependsOn.1',
      'steps.0.params.x',
      'steps.1.dependsOn.0',
    ]);
  });

  it('limits the depth of params', () => {
    const nested = (levels: number) =>
      issuesOf([
        step({ stepId: 'a', params: JSON.parse(`{"x": ${'['.repeat(levels)}${']'.repeat(levels)}}`) }),
      ]);
    expect(nested(99)).toEqual([]);
    expect(nested(100)).toHaveLength(1);
  });

  it('says how many problems it does not list', () => {
    const gone = (count: number) =>
      validate([step({ stepId: 'a', dependsOn: Array.from({ length: count }, (_, n) => `gone${n}`) })]);
    expect(gone(1_000)).toHaveLength(1_000);
    expect(gone(1_000).every(({ path }) => path.includes('dependsOn'))).toBe(true);
    expect(gone(1_001).at(-1)?.message).toBe('There is 1 more problem.');
    const steps = [step({ stepId: 'a', dependsOn: Array.from({ length: 1_234 }, (_, n) => `gone${n}`) })];
    const issues = validate(steps);
    expect(issues).toHaveLength(1_001);
    expect(issues.at(-1)?.message).toBe('There are 234 more problems.');
  });

  it('accepts a thousand steps that all depend on each other, with a loop each', () => {
    const names = Array.from({ length: 1_000 }, (_, n) => `s${n}`);
    const dense = (loop: (n: number) => PipelineStep['loop']) =>
      names.map((stepId, n) => step({ stepId, dependsOn: names.slice(0, n), loop: loop(n) }));
    expect(validate(dense((n) => loopTo(`s${n}`)))).toEqual([]);
    expect(buildGraph(dense(() => null)).descendants('s0')).toHaveLength(999);
    // Each loop crosses its neighbors, and all of them are compared.
    expect(validate(dense((n) => loopTo(`s${Math.max(0, n - 2)}`)))).toHaveLength(1_001);
    const knot = names.map((stepId) => step({ stepId, dependsOn: names.filter((name) => name !== stepId) }));
    expect(validate(knot).length).toBeGreaterThan(0);
  });
});

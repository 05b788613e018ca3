/** What the editor of pipelines does to its draft, whatever is done to it in whatever order. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  newStep,
  type PipelineDraft,
  readPipeline,
  type StepDraft,
} from '../../admin/src/features/pipelines/editor/draft.js';
import {
  addStep,
  canConnect,
  changeStep,
  connect,
  moveStep,
  removeStep,
  waitsFor,
} from '../../admin/src/features/pipelines/editor/edits.js';
import { toIssues, toProblems } from '../../admin/src/features/pipelines/editor/problems.js';
import { readJsonText, toJsonText } from '../../admin/src/features/pipelines/editor/views/json-text.js';
import { layoutGraph, loopTrack } from '../../admin/src/features/pipelines/graph/layout.js';
import { nearest } from '../../admin/src/features/pipelines/graph/nearest.js';
import { contextName, stepsFrom } from '../../admin/src/features/pipelines/run/graph-steps.js';
import { pipelineDefinitionSchema } from '../../src/domain/pipeline/pipeline.js';
import { validatePipeline } from '../../src/domain/pipeline/validate-pipeline.js';

const EMPTY: PipelineDraft = { name: 'p', key: '', description: '', enabled: true, retry: null, steps: [] };

/** `b < a`: b waits for a. */
function draft(...texts: string[]): PipelineDraft {
  const named = texts.map((text) => text.split(/[ <]+/) as [string, ...string[]]);
  const steps = named.map(([stepId]) => ({ ...newStep(stepId, 'agent'), key: `#${stepId}` }));
  return {
    ...EMPTY,
    steps: steps.map((step, index) => ({
      ...step,
      dependsOn: (named[index]?.slice(1) ?? []).map((name) => `#${name}`),
    })),
  };
}

const namesOf = ({ steps }: PipelineDraft) => steps.map(({ stepId }) => stepId);
const dependsOn = (of: PipelineDraft, stepId: string) =>
  readPipeline(of).input.steps.find((step) => step.stepId === stepId)?.dependsOn ?? [];

describe('edits', () => {
  test('adding a step inserts it after the chosen one, depending on it, under a free name', () => {
    const added = addStep(draft('agent', 'last'), { agentId: 'agent', after: '#agent' });
    expect(namesOf(added.draft)).toEqual(['agent', 'agent-2', 'last']);
    expect(dependsOn(added.draft, 'agent-2')).toEqual(['agent']);
    const odd = addStep(EMPTY, { agentId: 'Größe / 1' });
    expect(namesOf(odd.draft)).toEqual(['Gr-e-1']);
  });

  test('when a step is removed, its dependents depend on what it depended on', () => {
    const without = removeStep(draft('a', 'b < a', 'c < b a', 'd < b'), '#b');
    expect(dependsOn(without, 'c')).toEqual(['a']);
    expect(dependsOn(without, 'd')).toEqual(['a']);
    const looped = changeStep(draft('a', 'b < a'), '#b', {
      loop: { to: '#a', maxTurns: '2', path: 'x', equals: '1' },
    });
    expect(removeStep(looped, '#a').steps[0]?.loop).toBeNull();
  });

  test('renaming a step updates the references to it, even when two names are swapped', () => {
    let named = draft('a', 'b', 'c < a');
    for (const stepId of ['', 'b', 'bc']) named = changeStep(named, '#a', { stepId });
    expect(dependsOn(named, 'c')).toEqual(['bc']);
  });

  test('no sequence of edits makes a step depend on itself or on a step that is gone', () => {
    const edit = fc.oneof(
      fc.record({ kind: fc.constant('add' as const), at: fc.nat(9) }),
      fc.record({ kind: fc.constant('remove' as const), at: fc.nat(9) }),
      fc.record({ kind: fc.constant('connect' as const), at: fc.nat(9), to: fc.nat(9) }),
      fc.record({
        kind: fc.constant('move' as const),
        at: fc.nat(9),
        by: fc.constantFrom(1 as const, -1 as const),
      }),
    );
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 40 }), (edits) => {
        let now = draft('a', 'b < a', 'c < a', 'd < b c');
        for (const each of edits) {
          const key = now.steps[each.at]?.key ?? '#none';
          if (each.kind === 'add') now = addStep(now, { agentId: 'agent', after: key }).draft;
          else if (each.kind === 'remove') now = removeStep(now, key);
          else if (each.kind === 'move') now = moveStep(now, key, each.by);
          else now = connect(now, key, now.steps[each.to]?.key ?? '#none');
        }
        const keys = new Set(now.steps.map((step) => step.key));
        for (const step of now.steps) {
          expect(waitsFor(now.steps, step.key, step.key)).toBe(false);
          expect(canConnect(now, step.key, step.key)).toBe(false);
          expect(step.dependsOn.every((name) => keys.has(name))).toBe(true);
          expect(new Set(step.dependsOn).size).toBe(step.dependsOn.length);
        }
        if (now.steps.length === 0) return;
        const { input } = readPipeline(now);
        const definition = pipelineDefinitionSchema.parse({ steps: input.steps });
        expect(
          validatePipeline(definition, { isDataSource: () => false, knownAgents: new Set(['agent']) }),
        ).toEqual([]);
      }),
    );
  });
});

describe('the JSON of a pipeline', () => {
  const full: PipelineDraft = {
    ...draft('a', 'b < a'),
    description: 'text',
    enabled: false,
    retry: { maxRetries: '2', backoff: 'LINEAR', delay: '1m', maxDelay: '1h', jitter: 'FULL' },
  };
  const step: Partial<StepDraft> = {
    parallel: false,
    runIf: 'ANY_FAILED',
    dependencyTimeout: '30s',
    timeout: '5m',
    priority: '-7',
    params: '{\n  "a": 1\n}',
    requirements: '{\n  "gpu": true\n}',
    retry: { maxRetries: '0', backoff: 'FIXED', delay: '10ms', maxDelay: '', jitter: 'NONE' },
    loop: { to: '#a', maxTurns: '3', path: 'x.y', equals: 'null' },
  };

  test('converts to a draft and back without loss, and steps keep their keys', () => {
    const before = changeStep(full, '#b', step);
    expect(readJsonText(toJsonText(before), before)).toEqual({ kind: 'ok', draft: before });
  });

  test('can be in the form of the API: durations in milliseconds, nulls, required fields only', () => {
    const read = readJsonText(
      JSON.stringify({
        name: 'n',
        retryConfig: null,
        steps: [{ stepId: 'a', agentId: 'x', parallel: true, timeout: 90_000, params: null, loop: null }],
      }),
      EMPTY,
    );
    expect(read).toMatchObject({
      kind: 'ok',
      draft: { retry: null, enabled: true, steps: [{ timeout: '90s', params: '{}', loop: null }] },
    });
  });

  test('can be in the form of a configuration file: enum values in lower case', () => {
    const retryConfig = { maxRetries: 3, backoff: 'exponential', delay: 1000, jitter: 'full' };
    const read = readJsonText(
      JSON.stringify({
        name: 'n',
        key: 'brief',
        retryConfig,
        steps: [
          { stepId: 'a', agentId: 'x', parallel: true, runIf: 'all_succeeded' },
          {
            stepId: 'b',
            agentId: 'x',
            parallel: true,
            runIf: 'any_failed',
            retryConfig: { ...retryConfig, backoff: 'fixed' },
          },
        ],
      }),
      EMPTY,
    );
    expect(read).toMatchObject({
      kind: 'ok',
      draft: {
        key: 'brief',
        retry: { backoff: 'EXPONENTIAL', jitter: 'FULL' },
        steps: [{ runIf: 'ALL_SUCCEEDED' }, { runIf: 'ANY_FAILED', retry: { backoff: 'FIXED' } }],
      },
    });
  });

  test.each([
    ['{"name": ', '', 'Invalid JSON'],
    ['[]', '', 'must be an object'],
    ['{"steps": {}}', 'steps', 'must be a list'],
    ['{"steps": [1]}', 'steps.0', 'must be an object'],
    ['{"steps": [{"stepId": 1}]}', 'steps.0.stepId', 'must be a string'],
    ['{"steps": [{"retries": 1}]}', 'steps.0.retries', 'not a known property'],
    ['{"steps": [{"runIf": "all done"}]}', 'steps.0.runIf', 'ALL_DONE'],
    ['{"steps": [{"dependsOn": "a"}]}', 'steps.0.dependsOn', 'list of stepIds'],
    [
      '{"steps": [{"loop": {"while": {"path": "a", "is": 1}}}]}',
      'steps.0.loop.while.is',
      'not a known property',
    ],
    ['{"retryConfig": 3}', 'retryConfig', 'must be an object'],
    ['{"__proto__": 1}', '__proto__', 'not a known property'],
  ])('%s is refused at %s', (text, path, message) => {
    const read = readJsonText(text, EMPTY);
    const issues = read.kind === 'error' ? read.issues : [];
    expect(issues.map((issue) => issue.path.join('.'))).toContain(path);
    expect(issues.map((issue) => issue.message).join()).toContain(message);
  });

  test('is read or refused whatever it holds, and what is read is written back unchanged', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (steps) => {
        const read = readJsonText(JSON.stringify({ name: 'n', steps }), EMPTY);
        if (read.kind === 'error') {
          expect(read.issues).not.toEqual([]);
          return;
        }
        const again = readJsonText(toJsonText(read.draft), read.draft);
        expect(again.kind === 'ok' && toJsonText(again.draft)).toBe(toJsonText(read.draft));
      }),
    );
  });

  test('invalid values are reported with their path', () => {
    const { issues, input } = readPipeline(changeStep(full, '#b', { params: '{', priority: '1.5' }));
    expect(issues.map(({ path }) => path.join('.'))).toEqual(['steps.1.params', 'steps.1.priority']);
    expect(input.steps[1]).toMatchObject({ params: '{' });
  });
});

test('a problem stays with its step when the list is reordered', () => {
  const now = draft('a', 'b');
  const problems = toProblems(
    [
      { path: ['steps', '1', 'agentId'], message: 'Step "b": there is no agent "x".' },
      { path: ['name'], message: 'must not be empty' },
    ],
    now.steps.map(({ key }) => key),
  );
  expect(problems[0]).toEqual({ key: '#b', path: ['agentId'], message: 'there is no agent "x".' });
  expect(toIssues(problems, moveStep(now, '#b', -1).steps)).toMatchObject([
    { path: ['steps', '0', 'agentId'] },
    { path: ['name'] },
  ]);
  expect(toIssues(problems, removeStep(now, '#b').steps)).toMatchObject([{ path: ['name'] }]);
});

describe('the layout of the graph', () => {
  const box = { width: 100, height: 40 };
  const lay = (direction: 'right' | 'down', ...texts: string[]) => {
    const { steps } = draft(...texts);
    const edges = steps.flatMap(({ key, dependsOn: before }) => before.map((from) => ({ from, to: key })));
    return layoutGraph({ ids: steps.map(({ key }) => key), edges, box, direction });
  };

  test('runs from left to right without overlapping boxes, even with cycles', () => {
    const { places, width, height } = lay('right', 'a', 'b < a', 'c < a', 'd < b c', 'e < f', 'f < e');
    expect(places.get('#a')!.x).toBeLessThan(places.get('#b')!.x);
    expect(places.get('#b')!.x).toBe(places.get('#c')!.x);
    const all = [...places.values()];
    for (const [index, one] of all.entries())
      for (const other of all.slice(index + 1))
        expect(Math.abs(one.x - other.x) >= box.width || Math.abs(one.y - other.y) >= box.height).toBe(true);
    expect(Math.max(...all.map(({ x }) => x)) + box.width).toBe(width);
    expect(Math.max(...all.map(({ y }) => y)) + box.height).toBe(height);
  });

  test('continues the line of a step with its first dependent, and leads longer lines past the boxes between', () => {
    const { places, bends } = lay('right', 'a', 'b < a', 'c < b', 'd < a', 'e < c d');
    const [a, b, c, d, e] = ['#a', '#b', '#c', '#d', '#e'].map((key) => places.get(key)!.y);
    expect([b, c, e]).toEqual([a, a, a]);
    expect(d).toBeGreaterThan(a! + box.height);
    expect([...bends.keys()]).toEqual(['#a→#d']);
    for (const direction of ['right', 'down'] as const) {
      const skipping = lay(direction, 'a', 'b < a', 'c < a b');
      const [across, size] =
        direction === 'right' ? (['y', box.height] as const) : (['x', box.width] as const);
      const [bend] = skipping.bends.get('#a→#c')!;
      expect(Math.abs(bend![across] - (skipping.places.get('#b')![across] + size / 2))).toBeGreaterThan(
        size / 2,
      );
    }
  });

  test('routes a loop around the boxes', () => {
    const layout = lay('right', 'a', 'b < a', 'c < a', 'd < b c');
    const [upper, lower] =
      layout.places.get('#b')!.y < layout.places.get('#c')!.y ? ['#b', '#c'] : ['#c', '#b'];
    const above = loopTrack(layout, { from: '#d', to: upper, box, direction: 'right' });
    expect(above).toMatchObject({ side: 'top' });
    expect(above.track).toBeLessThan(layout.places.get(upper)!.y);
    const below = loopTrack(layout, { from: '#d', to: lower, box, direction: 'right' });
    expect(below).toMatchObject({ side: 'bottom' });
    expect(below.track).toBeGreaterThan(layout.places.get(lower)!.y + box.height);
  });

  test('moves the focus by arrow key to the box that is visible in that direction', () => {
    const { places } = lay('right', 'a', 'b < a', 'c < a', 'd < b c');
    expect(['#b', '#c']).toContain(nearest(places, '#a', 'right'));
    expect(nearest(places, '#a', 'left')).toBeUndefined();
    expect(nearest(places, '#d', 'right')).toBeUndefined();
    expect(nearest(places, 'none', 'right')).toBeUndefined();
  });
});

describe('a context', () => {
  test('is labeled with the values of its data sources', () => {
    const params = { ticker: 'db:ticker:all:id', tone: 'dry' };
    expect(contextName({ ticker: 'AAPL', tone: 'dry', depth: 2 }, params)).toBe('AAPL');
    expect(contextName({ ticker: 'AAPL', market: 'US' }, { ticker: 'db:a', market: 'db:b' })).toBe(
      'ticker AAPL · market US',
    );
    expect(contextName({ tone: 'dry' }, { tone: 'dry' })).toBeUndefined();
    expect(contextName(null, null)).toBeUndefined();
  });

  test('can be run again from a step, together with all later steps', () => {
    const steps = draft('a', 'b < a', 'c', 'd < b c').steps.map((step, index) => ({
      ...step,
      number: index + 1,
      agent: 'agent',
      isExclusive: false,
      loop: undefined,
    }));
    expect(stepsFrom(steps, '#b')).toEqual(['#b', '#d']);
    expect(stepsFrom(steps, '#a')).toEqual(['#a', '#b', '#d']);
  });
});

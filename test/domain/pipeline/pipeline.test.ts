import { describe, expect, it } from 'vitest';
import { pipelineDefinitionSchema, pipelineStepSchema } from '../../../src/domain/pipeline/pipeline.js';

const parse = (more: object) =>
  pipelineStepSchema.safeParse({ stepId: 'a', agentId: 'x', parallel: false, ...more });

describe('pipelineStepSchema', () => {
  it('fills in what is missing or null', () => {
    const expected = {
      stepId: 'a',
      agentId: 'x',
      dependsOn: [],
      parallel: false,
      runIf: 'all_succeeded',
      dependencyTimeout: null,
      maxQueueTime: null,
      params: {},
      retryConfig: null,
      timeout: null,
      priority: null,
      requirements: null,
      loop: null,
    };
    expect(parse({}).data).toEqual(expected);
    expect(parse(expected).data).toEqual(expected);
    expect(parse({ dependsOn: null, runIf: null, params: null }).data).toEqual(expected);
  });

  it('reads durations as ms or text, and accepts its own output', () => {
    const loop = { to: 'a', maxTurns: 3, while: { path: 'items[0].ok', equals: null } };
    const retryConfig = { maxRetries: 2, backoff: 'fixed', delay: '5s' };
    const { data } = parse({ timeout: '1.5h', dependencyTimeout: 250, retryConfig, priority: -1, loop });
    expect(data).toMatchObject({ timeout: 5_400_000, dependencyTimeout: 250, priority: -1, loop });
    expect(data?.retryConfig).toEqual({ ...retryConfig, delay: 5_000 });
    expect(pipelineDefinitionSchema.parse({ steps: [data] })).toEqual({ steps: [data], retryConfig: null });
  });

  it('keeps params unchanged, whatever their depth and keys', () => {
    const params = JSON.parse(`{"__proto__": {"x": 1}, "deep": ${'['.repeat(4_000)}${']'.repeat(4_000)}}`);
    expect(parse({ params }).data?.params).toBe(params);
  });

  const loop = { to: 'a', maxTurns: 3, while: { path: 'ok', equals: true } };
  it.each<[object, string, string]>([
    [{ stepId: '' }, 'stepId', 'letters'],
    [{ stepId: 'a b' }, 'stepId', 'letters'],
    [{ stepId: 'a\n' }, 'stepId', 'letters'],
    [{ stepId: 'a'.repeat(101) }, 'stepId', '1 to 100'],
    [{ agentId: 7 }, 'agentId', 'must be a string'],
    [{ agentId: '' }, 'agentId', 'must not be empty'],
    [{ parallel: 'yes' }, 'parallel', 'true or false'],
    [{ parallel: undefined }, 'parallel', 'true or false'],
    [{ dependsOn: 'b' }, 'dependsOn', 'list of stepIds'],
    [{ dependsOn: [''] }, 'dependsOn.0', 'must not be empty'],
    [{ runIf: 'ALL_DONE' }, 'runIf', 'must be one of all_succeeded, all_done, any_succeeded, any_failed'],
    [{ timeout: 'soon' }, 'timeout', '"soon" is not a duration'],
    [{ timeout: 0 }, 'timeout', 'more than 0'],
    [{ timeout: '25d' }, 'timeout', 'at most 24 days'],
    [{ dependencyTimeout: true }, 'dependencyTimeout', 'must be milliseconds or a duration'],
    [{ dependencyTimeout: -1 }, 'dependencyTimeout', 'is negative'],
    [{ params: [] }, 'params', 'must be an object'],
    [{ priority: 1.5 }, 'priority', 'must be a whole number'],
    [{ priority: 2 ** 31 }, 'priority', 'must be a whole number'],
    [{ loop: { ...loop, maxTurns: undefined } }, 'loop.maxTurns', 'must be a whole number from 1 to'],
    [{ loop: { ...loop, maxTurns: 0 } }, 'loop.maxTurns', 'from 1 to 1,000'],
    [{ loop: { ...loop, maxTurns: 1_001 } }, 'loop.maxTurns', 'from 1 to 1,000'],
    [{ loop: { ...loop, while: { path: 'a..b', equals: 1 } } }, 'loop.while.path', 'must be a path'],
    [{ loop: { ...loop, while: { path: 'a' } } }, 'loop.while.equals', 'is required: any JSON value'],
    [{ loop: { ...loop, until: 3 } }, 'loop', 'until'],
    [{ dependson: ['b'] }, '', 'dependson'],
  ])('refuses %j', (more, path, message) => {
    const issues = parse(more).error?.issues ?? [];
    expect(issues.map((issue) => issue.path.join('.'))).toEqual([path]);
    expect(issues[0]?.message).toContain(message);
  });
});

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  describeScope,
  isAgentInScope,
  isRunInScope,
  isScheduleInScope,
  readScope,
  type Scope,
} from '../../../src/domain/access/scope.js';

const name = fc.constantFrom('a', 'b', 'c', 'd', 'A', 'a ');
const names = fc.array(name, { maxLength: 4 });
const scope = fc.record({ agentIds: names, scheduleLabels: names });
const labels = fc.option(names, { nil: null });
const agentId = fc.option(name, { nil: null });

test('a run is in scope exactly if its schedule or its agent is', () => {
  fc.assert(
    fc.property(scope, labels, agentId, (scope, scheduleLabels, agentId) => {
      expect(isRunInScope(scope, { scheduleLabels, agentId })).toBe(
        isScheduleInScope(scope, scheduleLabels) || isAgentInScope(scope, agentId),
      );
    }),
  );
});

test('what is in scope is named, exactly as it is written', () => {
  fc.assert(
    fc.property(scope, labels, agentId, (scope, scheduleLabels, agentId) => {
      expect(isAgentInScope(scope, agentId)).toBe(scope.agentIds.some((id) => id === agentId));
      const common = scope.scheduleLabels.filter((label) => scheduleLabels?.includes(label));
      expect(isScheduleInScope(scope, scheduleLabels)).toBe(common.length > 0);
    }),
  );
});

test('a smaller scope never allows more', () => {
  const part = ({ agentIds, scheduleLabels }: Scope): Scope => ({
    agentIds: agentIds.slice(1),
    scheduleLabels: scheduleLabels.slice(1),
  });
  fc.assert(
    fc.property(scope, labels, agentId, (scope, scheduleLabels, agentId) => {
      const run = { scheduleLabels, agentId };
      if (isRunInScope(part(scope), run)) expect(isRunInScope(scope, run)).toBe(true);
    }),
  );
});

test('an agent gives no schedule, and a label no agent', () => {
  const all = ['a', 'b', 'c', 'd', 'A', 'a '];
  fc.assert(
    fc.property(labels, agentId, (scheduleLabels, agentId) => {
      expect(isScheduleInScope({ agentIds: all, scheduleLabels: [] }, scheduleLabels)).toBe(false);
      expect(isAgentInScope({ agentIds: [], scheduleLabels: all }, agentId)).toBe(false);
    }),
  );
});

test('a stored scope that is not understood is none', () => {
  expect(readScope({ agentIds: ['a', 'a'] })).toEqual({ agentIds: ['a'], scheduleLabels: [] });
  const broken = [
    null,
    [],
    'x',
    {},
    { agentIds: [] },
    { agentIds: 'a' },
    { agentIds: [1] },
    { agentIds: [''] },
    { scheduleLabels: ['has a space'] },
    { agentIds: ['a'], pipelineIds: ['p'] },
    { agentIds: Array.from({ length: 101 }, (_, index) => `a${index}`) },
  ];
  for (const stored of broken) expect(readScope(stored), JSON.stringify(stored)).toBeUndefined();
});

test('a scope in words', () => {
  expect(describeScope({ agentIds: ['a'], scheduleLabels: [] })).toBe('the agent "a"');
  expect(describeScope({ agentIds: ['a', 'b'], scheduleLabels: ['c'] })).toBe(
    'the agents "a", "b" and schedules labeled "c"',
  );
});

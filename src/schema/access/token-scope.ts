import type { Scope } from '../../domain/access/scope.js';
import { builder } from '../builder.js';

export const TokenScope = builder.objectRef<Scope>('TokenScope').implement({
  description:
    'What an API token is limited to. Runs and jobs are in scope if their schedule has one of the labels, or if the run calls one of the agents directly.',
  fields: (t) => ({
    agentIds: t.idList({ description: 'IDs of agents.', resolve: ({ agentIds }) => [...agentIds] }),
    scheduleLabels: t.stringList({
      description: 'Labels of schedules.',
      resolve: ({ scheduleLabels }) => [...scheduleLabels],
    }),
  }),
});

export const TokenScopeInput = builder.inputType('TokenScopeInput', {
  description: 'What an API token is limited to. Name at least one agent or label.',
  fields: (t) => ({
    agentIds: t.idList({
      description: 'IDs of agents that the token may call, with their runs. At most 100. Defaults to none.',
    }),
    scheduleLabels: t.stringList({
      description:
        'Labels of schedules that the token may use, with their runs. At most 100. Defaults to none.',
    }),
  }),
});

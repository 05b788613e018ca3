import {
  isDecided,
  readDecision,
  type StoredDecision,
} from '../../domain/schedule/governor/read-decision.js';
import { builder } from '../builder.js';
import { RunSource } from '../types/codes.js';

const instantOrNull = { type: 'DateTime', nullable: true } as const;

const DecisionCandidate = builder
  .objectRef<StoredDecision['candidates'][number]>('DecisionCandidate')
  .implement({
    description: 'A time that was considered for a slot.',
    fields: (t) => ({
      source: t.field({
        type: RunSource.type,
        nullable: true,
        description: 'Where the time comes from. Null if unknown.',
        resolve: ({ source }) => RunSource.read(source ?? null),
      }),
      at: t.expose('at', {
        ...instantOrNull,
        description: 'The time. Null if the source has no further one.',
      }),
      reason: t.exposeString('reason', { description: 'Why this time was considered, in plain words.' }),
      chosen: t.exposeBoolean('chosen', {
        description: 'Whether this time was chosen. Limits and pauses can still move it.',
      }),
      ...t.exposed('String', { ignored: 'Why the time was not chosen, in plain words. Null if it was.' }),
    }),
  });

const DecisionClamp = builder.objectRef<StoredDecision['clamps'][number]>('DecisionClamp').implement({
  description: 'A limit that moved the chosen time.',
  fields: (t) => ({
    limit: t.exposeString('limit', { description: 'Name and value of the limit, such as "minInterval 1h".' }),
    from: t.expose('from', { type: 'DateTime', description: 'Time before the move.' }),
    to: t.expose('to', { type: 'DateTime', description: 'Time after the move.' }),
  }),
});

const DecisionBackoff = builder
  .objectRef<NonNullable<StoredDecision['backoff']>>('DecisionBackoff')
  .implement({
    description: 'How failed runs stretch the interval.',
    fields: (t) => ({
      failures: t.exposeInt('failures', { description: 'Number of consecutive failed runs.' }),
      factor: t.exposeInt('factor', { description: 'Factor by which the interval is multiplied.' }),
      ...t.exposed('DateTime!', { notBefore: 'Earliest time of the next run because of the failures.' }),
    }),
  });

const DecisionHint = builder.objectRef<NonNullable<StoredDecision['hint']>>('DecisionHint').implement({
  description: 'The hint that the schedule had when the slot was decided.',
  fields: (t) => ({
    intervalMs: t.float({
      nullable: true,
      description: 'Proposed interval in milliseconds. Null if the hint has none.',
      resolve: ({ intervalMs }) => intervalMs ?? null,
    }),
    nextRunAt: t.expose('nextRunAt', {
      ...instantOrNull,
      description: 'Proposed additional run. Null if the hint has none.',
    }),
    ...t.exposed('DateTime!', { expiresAt: 'Time the hint stops being in effect.' }),
    fresh: t.exposeBoolean('fresh', { description: 'Whether the hint was in effect.' }),
    reason: t.exposeString('reason', { description: 'Reason given with the hint.' }),
    ...t.exposed('ID', {
      proposedBy: 'ID of the API token or person that proposed the hint. Null if unknown.',
    }),
  }),
});

const DecisionPause = builder.objectRef<NonNullable<StoredDecision['pause']>>('DecisionPause').implement({
  description: 'The pause that the schedule was in when the slot was decided.',
  fields: (t) => ({
    until: t.expose('until', { type: 'DateTime', description: 'End of the pause.' }),
    ...t.exposed('String', { note: 'Note given with the pause. Null if there is none.' }),
    instead: t.expose('instead', {
      ...instantOrNull,
      description: 'Time that would have been chosen without the pause. Null if unknown.',
    }),
  }),
});

const DecisionType = builder.objectRef<StoredDecision>('Decision').implement({
  description:
    'How the time of a slot was decided: what was considered, what was chosen, and what moved it. Parts that cannot be read, because the decision was written by SQL, are left out.',
  fields: (t) => ({
    decidedAt: t.field({
      ...instantOrNull,
      description: 'Time of the decision. Null if unknown.',
      resolve: ({ now }) => now,
    }),
    chosenAt: t.field({
      ...instantOrNull,
      description: 'The chosen time, after limits and pauses. Null if there is no further run.',
      resolve: ({ chosen }) => chosen,
    }),
    source: t.field({
      type: RunSource.type,
      nullable: true,
      description: 'What determined the time. Null if unknown.',
      resolve: ({ source }) => RunSource.read(source ?? null),
    }),
    ...t.exposed([DecisionCandidate], { candidates: 'All times that were considered.' }),
    ...t.exposed([DecisionClamp], { clamps: 'Limits that moved the chosen time, in order.' }),
    backoff: t.expose('backoff', {
      type: DecisionBackoff,
      nullable: true,
      description: 'How failures stretched the interval. Null if they did not.',
    }),
    hint: t.expose('hint', {
      type: DecisionHint,
      nullable: true,
      description: 'The hint of the schedule, in effect or expired. Null if there was none.',
    }),
    pause: t.expose('pause', {
      type: DecisionPause,
      nullable: true,
      description: 'The pause of the schedule. Null if it was not paused.',
    }),
    ...t.exposed('String', { problem: 'Why the timing could not be read. Null if it could.' }),
  }),
});

/** The type, and the function that reads a stored decision. It returns null if the decision is empty. */
export const Decision = {
  type: DecisionType,
  read(stored: unknown): StoredDecision | null {
    const decision = readDecision(stored);
    return isDecided(decision) ? decision : null;
  },
};

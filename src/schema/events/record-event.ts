/** Changes of records that people configure. The admin refetches what it shows of them. */
import type { OutboxEvent } from '../../events/outbox-event.js';
import { builder } from '../builder.js';
import { actorOf } from '../context.js';
import { RecordChange, RecordKind } from './event-enums.js';
import { eventStream } from './event-stream.js';

const DELETED = 'deleted';
const FOR_ADMINS = new Set(['token', 'audit']);

/** The outbox stores one word: the kind of record, or `DELETED` with the kind as the previous status. */
const kindOf = ({ previousStatus, status }: OutboxEvent) => (status === DELETED ? previousStatus : status);

const RecordEvent = builder.objectRef<OutboxEvent>('RecordEvent').implement({
  description:
    'A webhook, notification, token, setting, pipeline, backfill or audit entry was created, changed or deleted.',
  fields: (t) => ({
    cursor: t.exposeID('cursor', {
      description: 'Cursor of this event. Resume with it to receive everything that follows.',
    }),
    kind: t.field({
      type: RecordKind,
      description: 'Kind of record.',
      resolve: (event) => kindOf(event) as typeof RecordKind.$inferType,
    }),
    recordId: t.exposeID('entityId', {
      description: 'ID of the record. For a `SETTING`, its name, such as "scheduler" or "engine".',
    }),
    change: t.field({
      type: RecordChange,
      description: 'What happened.',
      resolve: ({ previousStatus, status }) =>
        status === DELETED ? DELETED : previousStatus === null ? 'created' : 'changed',
    }),
    at: t.expose('at', { type: 'DateTime', description: 'Time of the event.' }),
  }),
});

builder.subscriptionField('recordChanged', (t) =>
  t.field({
    type: RecordEvent,
    description:
      'Signals a change of other records; refetch to see it. Changes of API tokens and audit entries are emitted to admins only.',
    args: { after: t.arg.id({ description: 'Cursor to resume after. Defaults to now.' }) },
    subscribe(_root, { after }, context) {
      const isAdmin = actorOf(context).role === 'admin';
      const filter = (event: OutboxEvent) => isAdmin || !FOR_ADMINS.has(kindOf(event) ?? '');
      return eventStream(context, { kind: 'record', after, filter });
    },
    resolve: (event) => event,
  }),
);

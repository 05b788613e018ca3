/** Changes of what people set up: the admin reads again what it shows of it. */
import type { OutboxEvent } from '../../events/outbox-event.js';
import { builder } from '../builder.js';
import { actorOf } from '../context.js';
import { RecordChange, RecordKind } from '../types/enums.js';
import { eventStream } from './event-stream.js';

const DELETED = 'deleted';
const FOR_ADMINS = new Set(['token', 'audit']);

/** The outbox has one word for both: what kind of record it is, or that it is deleted. */
const kindOf = ({ previousStatus, status }: OutboxEvent) => (status === DELETED ? previousStatus : status);

const RecordEvent = builder.objectRef<OutboxEvent>('RecordEvent').implement({
  description: 'Something that was set up here was created, changed or deleted.',
  fields: (t) => ({
    cursor: t.exposeID('cursor', { description: 'Where to resume: everything after this event, once.' }),
    kind: t.field({
      type: RecordKind,
      resolve: (event) => kindOf(event) as typeof RecordKind.$inferType,
    }),
    recordId: t.exposeID('entityId', { description: 'Of a SETTING its name: scheduler, engine, …' }),
    change: t.field({
      type: RecordChange,
      resolve: ({ previousStatus, status }) =>
        status === DELETED ? DELETED : previousStatus === null ? 'created' : 'changed',
    }),
    at: t.expose('at', { type: 'DateTime' }),
  }),
});

builder.subscriptionField('recordChanged', (t) =>
  t.field({
    type: RecordEvent,
    description:
      'Tells that there is something new, not what: read it again. Admins are also told of tokens and of entries of the audit.',
    args: { after: t.arg.id() },
    subscribe(_root, { after }, context) {
      const isAdmin = actorOf(context).role === 'admin';
      const filter = (event: OutboxEvent) => isAdmin || !FOR_ADMINS.has(kindOf(event) ?? '');
      return eventStream(context, { kind: 'record', after, filter });
    },
    resolve: (event) => event,
  }),
);

/** The hint of a schedule. */
import { TOKEN_NAME, tokenName } from '../access/token-name.js';
import { builder } from '../builder.js';
import { databaseTime } from '../lists/reference.js';
import { Schedule } from './schedule.js';

interface StoredHint {
  hintIntervalMs: bigint | null;
  hintNextRunAt: Date | null;
  hintExpiresAt: Date | null;
  hintReason: string | null;
  hintBy: string | null;
  hintAt: Date | null;
}

const ScheduleHint = builder.objectRef<StoredHint>('ScheduleHint').implement({
  description: 'A temporary proposal for when a schedule should run, often made by an AI model.',
  fields: (t) => ({
    intervalMs: t.float({
      nullable: true,
      description:
        'Interval in milliseconds that replaces the schedule’s own, counted from the last run, or from the first of consecutive hints. Null if the hint has none.',
      resolve: ({ hintIntervalMs }) => (hintIntervalMs === null ? null : Number(hintIntervalMs)),
    }),
    nextRunAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time of one additional run. Null if the hint has none.',
      resolve: ({ hintNextRunAt }) => hintNextRunAt,
    }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'Time the hint stops being in effect.',
      resolve: ({ hintExpiresAt }) => hintExpiresAt as Date,
    }),
    reason: t.string({
      description: 'Reason given with the hint.',
      resolve: ({ hintReason }) => hintReason ?? '',
    }),
    proposedBy: t.id({
      nullable: true,
      description: 'ID of the API token or person that proposed the hint. Null if unknown.',
      resolve: ({ hintBy }) => hintBy,
    }),
    proposedByName: t.string({
      ...TOKEN_NAME,
      resolve: ({ hintBy }, _args, context, info) => tokenName(context, info, hintBy),
    }),
    proposedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time the hint was proposed. Null if unknown.',
      resolve: ({ hintAt }) => hintAt,
    }),
  }),
});

builder.prismaObjectField(Schedule, 'hint', (t) =>
  t.field({
    type: ScheduleHint,
    nullable: true,
    description: 'The hint in effect. Null if there is none.',
    select: {
      hintIntervalMs: true,
      hintNextRunAt: true,
      hintExpiresAt: true,
      hintReason: true,
      hintBy: true,
      hintAt: true,
    },
    resolve: async (schedule, _args, context, info) =>
      hasHint(schedule) && schedule.hintExpiresAt > (await databaseTime(context, info)) ? schedule : null,
  }),
);

function hasHint<Row extends StoredHint>(row: Row): row is Row & { hintExpiresAt: Date } {
  return (row.hintIntervalMs !== null || row.hintNextRunAt !== null) && row.hintExpiresAt !== null;
}

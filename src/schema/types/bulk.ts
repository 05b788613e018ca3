/** What changes of many have in common in the API. */
import {
  type BulkOutcome,
  type BulkRefusal,
  type BulkRequest,
  type Found,
  MAX_BULK,
} from '../../services/system/in-bulk.js';
import { invalidAt, ok, type Result } from '../../services/system/result.js';
import { builder } from '../builder.js';

const BulkRefusalType = builder.objectRef<BulkRefusal>('BulkRefusal').implement({
  description: 'One that could not be changed; the others were.',
  fields: (t) => ({
    id: t.exposeID('id'),
    code: t.exposeString('code', { description: 'VALIDATION, NOT_FOUND or CONFLICT.' }),
    message: t.exposeString('message'),
  }),
});

export const BulkResult = builder.objectRef<BulkOutcome>('BulkResult').implement({
  description: 'What became of a change of many. Each is changed, or refused, for itself.',
  fields: (t) => ({
    matched: t.exposeInt('matched', { description: 'What it is about, in all.' }),
    changed: t.exposeInt('changed'),
    refused: t.field({
      type: [BulkRefusalType],
      description: 'The first 100.',
      resolve: ({ refused }) => refused,
    }),
    dryRun: t.exposeBoolean('dryRun', {
      description: 'Nothing was changed: this only says how many it is about.',
    }),
  }),
});

type ArgBuilder = Parameters<NonNullable<Parameters<typeof builder.mutationFields>[0]>>[0]['arg'];

/** `dryRun` and `expectedCount`: a count shown before. */
export function countArgs(arg: ArgBuilder) {
  return {
    dryRun: arg.boolean({ defaultValue: false, description: 'Only say how many it is about.' }),
    expectedCount: arg.int({
      description:
        'What a dry run said: when it is another number by now, nothing is changed (ConflictError).',
    }),
  };
}

/** `ids` and `all`, beside the filter of the entity. */
export function choiceArgs(arg: ArgBuilder) {
  return {
    ids: arg.idList({ description: 'Of these; with a filter, those of them that match it.' }),
    all: arg.boolean({
      defaultValue: false,
      description: 'Needed where neither ids nor filter say which: a slip shall not change everything.',
    }),
  };
}

/** The part of the arguments that every use case for many takes. */
export function requestOf({ dryRun, expectedCount }: BulkRequest): BulkRequest {
  return { dryRun, expectedCount };
}

interface Choice {
  filter?: object | null | undefined;
  ids?: readonly string[] | null | undefined;
  all?: boolean | null | undefined;
}

/** Whether the filter leaves anything out. */
export function isEmptyFilter(filter: object | null | undefined): boolean {
  return Object.values(filter ?? {}).every((value) => value == null);
}

/** What is chosen, of a Prisma model; refused where nothing is said that chooses. */
export async function findChosen(
  delegate: object,
  { filter, ids, all }: Choice,
  where: object,
): Promise<Result<Found>> {
  if (ids == null && isEmptyFilter(filter) && !all)
    return invalidAt(['filter'], 'says nothing: give a filter or ids, or "all: true" for all there are');
  const { findMany, count } = delegate as {
    findMany(query: object): Promise<{ id: string }[]>;
    count(query: object): Promise<number>;
  };
  const chosen = ids == null ? where : { AND: [where, { id: { in: [...new Set(ids)] } }] };
  const rows = await findMany({
    where: chosen,
    select: { id: true },
    orderBy: { id: 'asc' },
    take: MAX_BULK,
  });
  const matched = rows.length < MAX_BULK ? rows.length : await count({ where: chosen });
  return ok({ ids: rows.map(({ id }) => id), matched });
}

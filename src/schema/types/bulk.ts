/** Arguments and results that all bulk mutations share. */
import {
  type BulkOutcome,
  type BulkRefusal,
  type BulkRequest,
  type Found,
  MAX_BULK,
} from '../../services/system/in-bulk.js';
import { invalidAt, ok, type Result } from '../../services/system/result.js';
import { builder } from '../builder.js';
import { mutationOf } from './mutation.js';

const BulkRefusalType = builder.objectRef<BulkRefusal>('BulkRefusal').implement({
  description: 'An item of a bulk change that was refused. Other items are not affected.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the item.' }),
    code: t.exposeString('code', { description: 'Kind of error.' }),
    message: t.exposeString('message', { description: 'Why it was refused.' }),
  }),
});

export const BulkResult = builder.objectRef<BulkOutcome>('BulkResult').implement({
  description: 'Result of a bulk change. Each item is changed or refused on its own.',
  fields: (t) => ({
    matched: t.exposeInt('matched', { description: 'Number of items selected.' }),
    changed: t.exposeInt('changed', { description: 'Number of items changed.' }),
    ...t.exposed([BulkRefusalType], { refused: 'The first 100 refused items.' }),
    ...t.exposed('Boolean!', { dryRun: 'Whether this was a dry run. A dry run changes nothing.' }),
  }),
});

export const bulkMutation = mutationOf(BulkResult, (outcome: BulkOutcome) => outcome);

type ArgBuilder = Parameters<NonNullable<Parameters<typeof builder.mutationFields>[0]>>[0]['arg'];

/** `dryRun`, and `expectedCount` with the count of a dry run. */
export function countArgs(arg: ArgBuilder) {
  return {
    dryRun: arg.boolean({
      defaultValue: false,
      description: 'Only counts the selected items and changes nothing.',
    }),
    expectedCount: arg.int({
      description:
        'Number of items that a dry run returned as `matched`. If it has changed since, nothing is changed and the result is a `ConflictError`.',
    }),
  };
}

/** `ids` and `all`, in addition to the filter of the entity. */
export function choiceArgs(arg: ArgBuilder) {
  return {
    ids: arg.idList({ description: 'IDs to select. Combined with a filter, only those that also match it.' }),
    all: arg.boolean({
      defaultValue: false,
      description: 'Required to select everything.',
    }),
  };
}

/** The arguments that every bulk use case receives. */
export function requestOf({ dryRun, expectedCount }: BulkRequest): BulkRequest {
  return { dryRun, expectedCount };
}

interface Choice {
  filter?: object | null | undefined;
  ids?: readonly string[] | null | undefined;
  all?: boolean | null | undefined;
}

export function isEmptyFilter(filter: object | null | undefined): boolean {
  return Object.values(filter ?? {}).every((value) => value == null);
}

/** Finds the selected rows of a Prisma model. Refused if the arguments select nothing explicitly. */
export async function findChosen(
  delegate: object,
  { filter, ids, all }: Choice,
  where: object,
): Promise<Result<Found>> {
  if (ids == null && isEmptyFilter(filter) && !all)
    return invalidAt(['filter'], 'is empty: give a filter or IDs, or set "all: true" to select everything');
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

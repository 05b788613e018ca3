/** Arguments and results that all bulk mutations share. */
import type { InputObjectRef } from '@pothos/core';
import {
  type BulkOutcome,
  type BulkRefusal,
  type BulkRequest,
  inBulk,
  MAX_BULK,
} from '../../services/system/in-bulk.js';
import { invalidAt, type Result } from '../../services/system/result.js';
import { type BuilderTypes, builder } from '../builder.js';
import { mutationOf } from './mutation.js';

const BulkRefusalType = builder.objectRef<BulkRefusal>('BulkRefusal').implement({
  description: 'An item of a bulk change that was refused. Other items are not affected.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the item.' }),
    code: t.exposeString('code', { description: 'Kind of error.' }),
    message: t.exposeString('message', { description: 'Why it was refused.' }),
  }),
});

const BulkResult = builder.objectRef<BulkOutcome>('BulkResult').implement({
  description: 'Result of a bulk change. Each item is changed or refused on its own.',
  fields: (t) => ({
    matched: t.exposeInt('matched', { description: 'Number of items selected.' }),
    changed: t.exposeInt('changed', { description: 'Number of items changed.' }),
    ...t.exposed([BulkRefusalType], { refused: 'The first 100 refused items.' }),
    ...t.exposed('Boolean!', { dryRun: 'Whether this was a dry run. A dry run changes nothing.' }),
  }),
});

export const bulkMutation = mutationOf(BulkResult, (outcome: BulkOutcome) => outcome);

export type ArgBuilder = Parameters<NonNullable<Parameters<typeof builder.mutationFields>[0]>>[0]['arg'];

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

/**
 * The arguments that select objects by filter, by IDs, or by both, with those of {@link countArgs}.
 *
 * @param which what the filter selects: `Which runs to cancel.`
 */
export function choiceArgs<Filter extends InputObjectRef<BuilderTypes, object>>(
  arg: ArgBuilder,
  filter: Filter,
  which: string,
) {
  return {
    filter: arg({ type: filter, description: which }),
    ids: arg.idList({ description: 'IDs to select. Combined with a filter, only those that also match it.' }),
    all: arg.boolean({ defaultValue: false, description: 'Required to select everything.' }),
    ...countArgs(arg),
  };
}

/** The arguments that every bulk use case receives. */
export function requestOf({ dryRun, expectedCount }: BulkRequest): BulkRequest {
  return { dryRun, expectedCount };
}

/** What {@link choiceArgs} select. */
export interface Choice<Filter extends object> extends BulkRequest {
  filter?: Filter | null | undefined;
  ids?: readonly string[] | null | undefined;
  all?: boolean | null | undefined;
}

export function isEmptyFilter(filter: object | null | undefined): boolean {
  return Object.values(filter ?? {}).every((value) => value == null);
}

/**
 * Changes the selected rows of a Prisma model, each on its own. Refused if the arguments select nothing
 * explicitly.
 *
 * @param where what the filter selects
 */
export async function changeChosen(
  delegate: object,
  choice: Choice<object>,
  where: object,
  change: (id: string) => Promise<Result<unknown>>,
): Promise<Result<BulkOutcome>> {
  const { filter, ids, all } = choice;
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
  return inBulk({ ids: rows.map(({ id }) => id), matched }, requestOf(choice), change);
}

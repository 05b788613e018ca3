import { useUrlState } from '../../lib/url-state.js';

export interface Sort {
  field: string;
  direction: 'ASC' | 'DESC';
  /** Sorts by this field, or reverses the order if it is already sorted by it. */
  by: (field: string) => void;
}

/**
 * The order of a table, in the URL as `sort=NAME` or `sort=-NAME`. The default is not written there. `orderBy` is the
 * argument of the list.
 */
export function useSort<Field extends string>(
  fields: readonly Field[],
  byDefault: { field: Field; direction: 'ASC' | 'DESC' },
): Sort & { orderBy: { field: Field; direction: Sort['direction'] } } {
  const [state, change] = useUrlState();
  const isDescending = state.sort?.startsWith('-') ?? false;
  const named = fields.find((field) => field === state.sort?.replace(/^-/, ''));
  const field = named ?? byDefault.field;
  const direction = named ? (isDescending ? 'DESC' : 'ASC') : byDefault.direction;
  return {
    field,
    direction,
    orderBy: { field, direction },
    by(wanted) {
      const next = wanted === field && direction === 'ASC' ? 'DESC' : 'ASC';
      const isDefault = wanted === byDefault.field && next === byDefault.direction;
      change({ sort: isDefault ? undefined : `${next === 'DESC' ? '-' : ''}${wanted}` });
    },
  };
}

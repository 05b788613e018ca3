import { codedError } from './coded-error.js';

/** The field and input `key` of objects that clients create. */
export const STABLE_KEY =
  'Stable name chosen by the client, unique among resources of this type. Letters, digits, ".", "_" and "-"; at most 128 characters. Null if not set.';

/** The field `managedBy`. */
export const MANAGED_BY =
  'Who manages this as configuration, such as "github.com/acme/ops"; see `applyConfiguration`. The next apply overwrites changes made elsewhere. Null if it is not managed.';

/** The object to find, by its ID or by its key. Exactly one must be given. */
export function byIdOrKey({
  id,
  key,
}: {
  id?: string | null | undefined;
  key?: string | null | undefined;
}): { id: string } | { key: string } {
  if (id != null && key == null) return { id };
  if (key != null && id == null) return { key };
  throw codedError('BAD_USER_INPUT', 'Give either "id" or "key".');
}

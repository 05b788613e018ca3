import { isUuid } from '../../lib/uuid.js';
import { ShortId } from './short-id.js';

/** Who did something: the name of the API token, otherwise the ID of the actor. */
export function Who({ id, name }: { id: string; name: string | null }) {
  return name ?? (isUuid(id) ? <ShortId id={id} label="actor ID" /> : id);
}

import { isUuid } from '../lib/uuid.js';
import { ShortId } from './short-id.js';

/** Who did something: the name of their API token; of others (who wrote by SQL, the sample) what they go by. */
export function Who({ id, name }: { id: string; name: string | null }) {
  return name ?? (isUuid(id) ? <ShortId id={id} label="actor id" /> : id);
}

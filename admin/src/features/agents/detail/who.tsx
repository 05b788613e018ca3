import { ShortId } from '../../../components/short-id.js';

/** Of an API token its id, of others (who wrote by SQL) the name. */
export function Who({ id }: { id: string }) {
  return id.length > 20 ? <ShortId id={id} label="token id" /> : id;
}

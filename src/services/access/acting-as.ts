import { withTransactionSettings } from '../../runtime/pool.js';
import type { Role } from './context.js';

/** Who does something, by which way, and from where: what the audit tells of it beside the change itself. */
export interface Acting {
  /** Null as a role: no API token, but a webhook or a part of the server. */
  actor: { id: string; name: string; role: Role | null };
  /** The mutation's name, or what else it is called. */
  action: string;
  /** 'admin' is the admin's own way of signing in and out. */
  origin: 'graphql' | 'admin' | 'webhook' | 'server';
  /** Of the connection; behind a proxy, the proxy's. Null: it came over none. */
  address: string | null;
}

/**
 * All that `work` changes is recorded as theirs: every transaction carries it, and what writes the audit (triggers on what is
 * configured, `recordAudit` for the rest) takes it from there. A use case cannot forget to say who acts.
 */
export function actingAs<T>({ actor, action, origin, address }: Acting, work: () => Promise<T>): Promise<T> {
  const said = { actorId: actor.id, actorName: actor.name, actorRole: actor.role, action, origin, address };
  return withTransactionSettings({ 'callboard.audit': JSON.stringify(said) }, work);
}

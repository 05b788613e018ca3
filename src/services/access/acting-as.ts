import { withTransactionSettings } from '../../runtime/database/pool.js';
import type { Role } from './context.js';

/** Who makes a change, how it reached the server, and from where. The audit stores this with the change. */
export interface Acting {
  /** The role is null for a webhook or a part of the server, which have no API token. */
  actor: { id: string; name: string; role: Role | null };
  /** Name of the mutation or other action. */
  action: string;
  /** 'admin' means signing in and out of the admin. */
  origin: 'graphql' | 'admin' | 'webhook' | 'server';
  /** Address of the connection, or of the client behind a trusted proxy. Null if there is no connection. */
  address: string | null;
}

/**
 * Records everything that `work` changes under this actor. Every transaction carries the actor, and
 * the code that writes the audit (triggers for configured tables, `recordAudit` for the rest) reads
 * it from there. A use case cannot forget to name the actor.
 */
export function actingAs<T>({ actor, action, origin, address }: Acting, work: () => Promise<T>): Promise<T> {
  const settings = {
    actorId: actor.id,
    actorName: actor.name,
    actorRole: actor.role,
    action,
    origin,
    address,
  };
  return withTransactionSettings({ 'callboard.audit': JSON.stringify(settings) }, work);
}

import type { Scope } from '../../domain/access/scope.js';
import type { EgressGuard } from '../../http/client/egress-guard.js';
import type { HttpClient } from '../../http/client/http-client.js';
import type { Pool } from '../../runtime/database/pool.js';
import type { SecretBox } from '../../runtime/secrets/secret-box.js';
import type { Logger } from '../../runtime/telemetry/logger.js';
import type { SourceConnections } from '../../sources/registry.js';
import type { MissedSlotsCounter } from '../schedules/slots/missed-slots.js';

/** What a role allows: viewers read; operators also trigger, retry and cancel; admins also edit. */
export type Role = 'viewer' | 'operator' | 'admin';

/** The actor. Use cases record it. Whether the role is sufficient is decided before they are called. */
export interface Actor {
  /** ID of the API token or of the person. */
  id: string;
  name: string;
  role: Role;
  /** Whether the actor is a person who signed in with the identity provider, without an API token. */
  isPerson?: boolean;
  /** What the API token is limited to. Undefined if it is not limited. Never with the role `admin`. */
  scope?: Scope;
  /** When the token or the session expires, by the database's clock. Undefined if it does not. */
  expiresAt?: Date;
}

/** What use cases need from the process: one object per process, created by the composition root. */
export interface ServiceDeps {
  /** The control plane's database; its connections write as `server`. */
  pool: Pool;
  dataSources: SourceConnections;
  /** Encrypts the credentials of agents. */
  secretBox: SecretBox;
  /** Signs callback tokens. */
  secretKey: Uint8Array;
  /** Callback tokens signed with this key are valid too. */
  previousSecretKey?: Uint8Array | undefined;
  /** Checks the URLs that agents are registered with. */
  guard: EgressGuard;
  /** Sends health checks and cancellation notices. */
  http: HttpClient;
  logger: Logger;
  /**
   * Counts slots that did not run, for example because of a pause or an edit. Undefined if there are
   * no metrics.
   */
  missedSlots?: Pick<MissedSlotsCounter, 'inc'> | undefined;
}

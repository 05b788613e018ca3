import type { EgressGuard } from '../../http/egress-guard.js';
import type { HttpClient } from '../../http/http-client.js';
import type { Logger } from '../../runtime/logger.js';
import type { Pool } from '../../runtime/pool.js';
import type { SecretBox } from '../../runtime/secret-box.js';
import type { MissedSlotsCounter } from '../schedules/missed-slots.js';

/** What a token may do: viewers read, operators also trigger, retry and cancel, admins also edit. */
export type Role = 'viewer' | 'operator' | 'admin';

/** Who asks. Use cases record it; whether the role suffices is decided before they are called. */
export interface Actor {
  /** Id of the API token. */
  id: string;
  name: string;
  role: Role;
}

/** What use cases need of the process: one per process, made by the composition root. */
export interface ServiceDeps {
  /** The control plane's database; its connections write as `server`. */
  pool: Pool;
  /** Where `db:` data sources are read: `createDataSourcePool`. */
  dataSources: { pool: Pool };
  /** Encrypts the credentials of agents. */
  secretBox: SecretBox;
  /** Signs callback tokens. */
  secretKey: Uint8Array;
  /** Callback tokens signed with it are good as well. */
  previousSecretKey?: Uint8Array | undefined;
  /** Judges the URLs that agents are registered with. */
  guard: EgressGuard;
  /** Health checks and cancellation notices leave through it. */
  http: HttpClient;
  logger: Logger;
  /** Counts slots that a pause, an edit or the like keeps from running; absent: nobody reads the figures. */
  missedSlots?: MissedSlotsCounter;
}

import type { Pool, PoolClient } from '../../runtime/database/pool.js';

/** A pool, or a client inside a transaction. */
export type Queryable = Pick<Pool | PoolClient, 'query'>;

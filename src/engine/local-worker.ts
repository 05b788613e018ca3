import type { Dispatcher } from './dispatch/dispatcher.js';
import type { FleetLoop } from './maintain/fleet-loop.js';
import type { LeaseKeeper } from './maintain/lease.js';
import type { ClaimSizes } from './schedule/claim-sizes.js';

/** What loops ask this worker. What they tell others goes through `signals`. */
export interface LocalWorker {
  id: string;
  lease: Pick<LeaseKeeper, 'current'>;
  dispatcher: Dispatcher;
  fleet: Pick<FleetLoop, 'isAlone'>;
  sizes: ClaimSizes;
}

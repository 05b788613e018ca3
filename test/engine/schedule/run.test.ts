import { describeCore } from '../core.js';

describeCore('PostgreSQL', () => ({ safetyNetMs: 1_000 }));

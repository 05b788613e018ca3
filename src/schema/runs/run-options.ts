import { environmentArg } from '../agents/agent-enums.js';
import { RetryConfigInput } from '../jobs/retry-config.js';
import type { ArgBuilder } from '../types/bulk.js';

/**
 * The options of a trigger, which apply to its one run.
 * @param defaults sentences that say what applies where the priority, or another option, is not given
 */
export function runOptionArgs(arg: ArgBuilder, defaults: { priority: string; others: string }) {
  return {
    priority: arg.int({
      description: `Priority. Jobs with a higher number start first. ${defaults.priority}`,
    }),
    retryConfig: arg({ type: RetryConfigInput, description: `Retry policy. ${defaults.others}` }),
    ...arg.fields('Duration', {
      timeout: `Time limit for one attempt, counted from its first send. ${defaults.others}`,
      delay:
        'Starts the run after this delay. Until then the run is `PENDING`, has the start time as `fireAt`, and can be cancelled.',
    }),
    ...arg.fields('JSON', {
      requirements:
        'Capabilities a worker needs, such as `{"region": "eu"}`. Merged by name over those of the target.',
    }),
    environment: arg(environmentArg),
    ...arg.fields('DateTime', { runAt: 'Starts the run at this time. Give either this or `delay`.' }),
  };
}

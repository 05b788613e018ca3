import { environmentArg } from '../agents/environment-arg.js';
import type { builder } from '../builder.js';
import { RetryConfigInput } from '../jobs/retry-config.js';

type ArgBuilder = Parameters<NonNullable<Parameters<typeof builder.mutationFields>[0]>>[0]['arg'];

/**
 * The options of a trigger, which apply to its one run.
 * @param inherited whose settings apply where an option is not given
 */
export function runOptionArgs(arg: ArgBuilder, inherited: string) {
  return {
    priority: arg.int({
      description: `Priority. Jobs with a higher number start first. Defaults to ${inherited}.`,
    }),
    retryConfig: arg({ type: RetryConfigInput, description: `Retry policy. Defaults to ${inherited}.` }),
    timeout: arg({
      type: 'Duration',
      description: `Time limit for one attempt, counted from its first send. Defaults to ${inherited}.`,
    }),
    requirements: arg({
      type: 'JSON',
      description:
        'Capabilities a worker needs, such as `{"region": "eu"}`. Merged by name over those of the target.',
    }),
    environment: arg(environmentArg),
    delay: arg({
      type: 'Duration',
      description:
        'Starts the run after this delay. Until then the run is `PENDING`, has the start time as `fireAt`, and can be cancelled.',
    }),
    runAt: arg({
      type: 'DateTime',
      description: 'Starts the run at this time. Give either this or `delay`.',
    }),
  };
}

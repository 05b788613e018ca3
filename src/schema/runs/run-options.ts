import { environmentArg } from '../agents/environment-arg.js';
import type { builder } from '../builder.js';
import { RetryConfigInput } from '../jobs/retry-config.js';

type ArgBuilder = Parameters<NonNullable<Parameters<typeof builder.mutationFields>[0]>>[0]['arg'];

/** What a trigger may say of its one run. @param inherited whose settings hold where nothing is given */
export function runOptionArgs(arg: ArgBuilder, inherited: string) {
  return {
    priority: arg.int({ description: `Higher first; default: ${inherited}.` }),
    retryConfig: arg({ type: RetryConfigInput, description: `Default: ${inherited}.` }),
    timeout: arg({
      type: 'Duration',
      description: `For one attempt, from its first send; default: ${inherited}.`,
    }),
    requirements: arg({
      type: 'JSON',
      description:
        'What a worker must be able to do, such as {"region": "eu"}; laid over what is asked for otherwise.',
    }),
    environment: arg(environmentArg),
    delay: arg({
      type: 'Duration',
      description:
        'Runs it once so much later. Until then the run is PENDING, with that time as fireAt, and can be cancelled.',
    }),
    runAt: arg({ type: 'DateTime', description: 'Runs it once at this time, instead of after a delay.' }),
  };
}

import type { ExecutionDetailQuery } from '../executions.generated.js';

/** As its page reads it. */
export type ExecutionDetail = NonNullable<ExecutionDetailQuery['scheduleExecution']>;

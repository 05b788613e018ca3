import type { ExecutionDetailQuery } from '../executions.generated.js';

/** The run as read by its page. */
export type ExecutionDetail = NonNullable<ExecutionDetailQuery['scheduleExecution']>;

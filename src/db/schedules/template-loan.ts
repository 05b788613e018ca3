import type { Environment } from '../../domain/agent/environment.js';
import type { Json } from '../../domain/json.js';
import type { RetryConfig } from '../../domain/retry/retry.js';
import type { Requirements } from '../../domain/worker/requirements.js';

/** Values that schedules take from the template that they run, besides the target. */
export interface TemplateLoan {
  params: { [key: string]: Json };
  retryConfig: RetryConfig | null;
  timeout: number | null;
  priority: number;
  requirements: Requirements | null;
  maxQueueTime: number | null;
  zombieThresholdMs: number | null;
  environment: Environment;
}

/**
 * SQL: the {@link TemplateLoan} of schedule `s`; NULL: it runs no template, or the template does not exist.
 */
export const LOAN = `(SELECT jsonb_build_object('params', t.params, 'retryConfig', t."retryConfig", 'timeout', t.timeout,
    'priority', t.priority, 'requirements', t.requirements, 'maxQueueTime', t."maxQueueTime", 'zombieThresholdMs', t."zombieThresholdMs", 'environment', t.environment)
  FROM "Schedule" t WHERE t.id = s."templateId" AND t.template)`;

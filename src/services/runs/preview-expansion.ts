import { z } from 'zod';
import {
  type ExpansionPreview,
  previewExpansion as previewSources,
} from '../../sources/preview-expansion.js';
import type { Actor, ServiceDeps } from '../access/context.js';
import { below } from '../schedules/check-schedule.js';
import { jsonObject, parseInput } from '../system/parse-input.js';
import { readDataSourcePolicy, readSchedulerConfig } from '../system/read-settings.js';
import { invalid, invalidAt, ok, type Result } from '../system/result.js';

const previewInput = z.strictObject({ params: jsonObject });

/** Reads the data sources and returns what an expansion of the params would create. Creates nothing. */
export async function previewExpansion(
  deps: ServiceDeps,
  _actor: Actor,
  input: unknown,
): Promise<Result<ExpansionPreview>> {
  const parsed = parseInput(previewInput, input);
  if (parsed.kind !== 'ok') return parsed;
  const policy = await readDataSourcePolicy(deps.pool);
  if (policy.kind === 'error') return invalidAt(['params'], policy.message);
  const { defaultBatchProcessing, scheduler } = await readSchedulerConfig(deps.pool);
  const result = await previewSources(
    {
      pool: deps.dataSources.pool,
      policy: policy.policy,
      defaults: defaultBatchProcessing,
      maxExpansion: scheduler.maxExpansion,
    },
    parsed.value.params,
  );
  return result.kind === 'ok' ? ok(result.preview) : invalid(below(['params'], result.issues));
}

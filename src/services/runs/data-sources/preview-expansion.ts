import { z } from 'zod';
import {
  type ExpansionPreview,
  previewExpansion as previewSources,
} from '../../../sources/preview-expansion.js';
import { below } from '../../schedules/check-schedule.js';
import { jsonObject, parseInput } from '../../system/parse-input.js';
import { readDataSourcePolicy, readSchedulerConfig } from '../../system/read-settings.js';
import { invalid, invalidAt, ok } from '../../system/result.js';
import type { UseCase } from '../../system/use-case.js';

const previewInput = z.strictObject({ params: jsonObject });

/** Reads the data sources and returns what an expansion of the params would create. Creates nothing. */
export const previewExpansion: UseCase<unknown, ExpansionPreview> = async (deps, _actor, input) => {
  const parsed = parseInput(previewInput, input);
  if (parsed.kind !== 'ok') return parsed;
  const policy = await readDataSourcePolicy(deps.pool);
  if (policy.kind === 'error') return invalidAt(['params'], policy.message);
  const { defaultBatchProcessing, scheduler } = await readSchedulerConfig(deps.pool);
  const result = await previewSources(
    {
      ...deps.dataSources,
      policy: policy.policy,
      defaults: defaultBatchProcessing,
      maxExpansion: scheduler.maxExpansion,
    },
    parsed.value.params,
  );
  return result.kind === 'ok' ? ok(result.preview) : invalid(below(['params'], result.issues));
};

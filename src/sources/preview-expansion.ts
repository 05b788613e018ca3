import { type BatchSettings, batchCount, minimumDurationMs } from '../domain/expansion/plan.js';
import type { Issue } from '../domain/issue.js';
import type { JsonObject } from '../domain/json.js';
import type { Dropped } from './data-source.js';
import { type ExpandedJob, type ExpansionDeps, expandParams } from './expand-params.js';
import { catchDataSourceError } from './open-data-sources.js';

/** What an expansion would do, without creating anything. */
export interface ExpansionPreview extends BatchSettings {
  /** Values found, summed over all data sources, without dropped ones. */
  total: number;
  /** Every combination of values is one job; params without a data source are one job. */
  jobs: number;
  batches: number;
  /** The shortest time from the first batch to the last, in milliseconds. */
  durationMs: number;
  dropped: Dropped;
  /** Params of the first jobs. */
  sample: JsonObject[];
}

export type PreviewResult = { kind: 'ok'; preview: ExpansionPreview } | { kind: 'error'; issues: Issue[] };

export async function previewExpansion(
  deps: ExpansionDeps,
  params: JsonObject,
  { sampleSize = 10 }: { sampleSize?: number } = {},
): Promise<PreviewResult> {
  const expanded = await expandParams(deps, params);
  if (expanded.kind === 'error') return expanded;
  const { expansion } = expanded;
  try {
    const result = await catchDataSourceError(async () => {
      const sample: ExpandedJob[] = [];
      for await (const chunk of expansion.chunks(Math.max(1, sampleSize))) {
        sample.push(...chunk);
        if (sample.length >= sampleSize) break;
      }
      return { kind: 'ok' as const, sample };
    });
    if (result.kind === 'failed') return { kind: 'error', issues: [{ path: [], message: result.message }] };
    const { sources, total: jobs, batchSize, staggerDelay } = expansion;
    const preview: ExpansionPreview = {
      total: sum(sources.map(({ total }) => total)),
      jobs,
      batches: batchCount(jobs, batchSize),
      batchSize,
      staggerDelay,
      durationMs: minimumDurationMs(jobs, { batchSize, staggerDelay }),
      dropped: {
        nulls: sum(sources.map(({ dropped }) => dropped.nulls)),
        duplicates: sum(sources.map(({ dropped }) => dropped.duplicates)),
      },
      sample: result.sample.slice(0, sampleSize).map((job) => job.params),
    };
    return { kind: 'ok', preview };
  } finally {
    await expansion.close();
  }
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

import type { NewAttempt } from '../../db/jobs/insert-attempts.js';
import { batchIndexOf } from '../../domain/expansion/plan.js';
import { LIMITS } from '../../domain/limits.js';
import type { Expansion } from '../../sources/expand-params.js';
import type { JobPlan } from './plan-jobs.js';

/** Jobs per insert. Each insert emits one progress event. */
const CHUNK = 1_500;

/** The jobs of an expansion in chunks that are limited in number and size, so that memory use is bounded. */
export async function* jobChunks(
  { chunks, batchSize }: Pick<Expansion, 'chunks' | 'batchSize'>,
  plan: JobPlan,
): AsyncGenerator<NewAttempt[]> {
  for await (const combinations of chunks(Math.ceil(CHUNK / plan.calls.length))) {
    let jobs: NewAttempt[] = [];
    let bytes = 0;
    for (const { params, index } of combinations) {
      for (const job of plan.jobsOf(params, batchIndexOf(index, batchSize))) {
        const json = JSON.stringify(job.params);
        const size = Buffer.byteLength(json);
        if (jobs.length > 0 && bytes + size > LIMITS.expansionChunkBytes) {
          yield jobs;
          jobs = [];
          bytes = 0;
        }
        jobs.push({ ...job, params: json });
        bytes += size;
      }
    }
    if (jobs.length > 0) yield jobs;
  }
}

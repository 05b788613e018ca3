import {
  type AttemptsInsertion,
  type AttemptsOrigin,
  attemptsInsertion,
  type CallSettings,
  type NewAttempt,
} from '../../../db/jobs/insert-attempts.js';
import type { JobChunk } from '../../../db/runs/expand/job-chunks.js';
import { batchIndexOf } from '../../../domain/expansion/plan.js';
import { LIMITS } from '../../../domain/limits.js';
import { uuidv7 } from '../../../runtime/ids.js';
import type { Expansion } from '../../../sources/expand-params.js';
import type { StepPlan } from './plan-jobs.js';

/** Jobs per insert. Each insert emits one progress event. */
const CHUNK = 1_500;

/** Which expansions are stored in chunks, and how many jobs each chunk has. */
export interface ChunkLimits {
  /** Smaller runs gain little. */
  moreThan: number;
  /** Larger runs would take longer in all, because their params are written twice. */
  atMost: number;
  /** Jobs in each chunk, or fewer if their params are large. */
  jobsEach: number;
}

export const CHUNK_LIMITS: ChunkLimits = { moreThan: 1_500, atMost: 100_000, jobsEach: CHUNK };

/** The steps of an expansion in chunks that are limited in number and size, so that memory use is bounded. */
export async function* stepChunks(
  { chunks, batchSize }: Pick<Expansion, 'chunks' | 'batchSize'>,
  plan: StepPlan,
): AsyncGenerator<NewAttempt[]> {
  for await (const combinations of chunks(Math.ceil(CHUNK / plan.calls.length))) {
    const steps = combinations.flatMap(({ params, index }) =>
      plan.stepsOf(params, batchIndexOf(index, batchSize)),
    );
    const attempts = steps.map((step) => ({ ...step, params: JSON.stringify(step.params) }));
    yield* limited(attempts, ({ params }) => params);
  }
}

/** The same for jobs of one agent, which are most jobs. */
export async function* jobChunks(
  { chunks, batchSize }: Pick<Expansion, 'chunks' | 'batchSize'>,
  settings: { origin: AttemptsOrigin; call: CallSettings },
  jobsEach = CHUNK,
): AsyncGenerator<JobChunk> {
  let part = 0;
  let firstIndex = 0;
  for await (const combinations of chunks(jobsEach)) {
    const texts = combinations.map(({ params }) => JSON.stringify(params));
    for (const params of limited(texts, (text) => text)) {
      yield { part, firstIndex, batchSize, settings, params };
      part += 1;
      firstIndex += params.length;
    }
  }
}

function* limited<T>(items: readonly T[], textOf: (item: T) => string): Generator<T[]> {
  let chunk: T[] = [];
  let bytes = 0;
  for (const item of items) {
    const size = Buffer.byteLength(textOf(item));
    if (chunk.length > 0 && bytes + size > LIMITS.expansionChunkBytes) {
      yield chunk;
      chunk = [];
      bytes = 0;
    }
    chunk.push(item);
    bytes += size;
  }
  if (chunk.length > 0) yield chunk;
}

/** A statement that inserts the jobs of a chunk as rows. */
export function rowsInsertion({ firstIndex, batchSize, settings, params }: JobChunk): AttemptsInsertion {
  const attempts = params.map((json, place) => ({
    id: uuidv7(),
    jobId: uuidv7(),
    params: json,
    batchIndex: batchIndexOf(firstIndex + place, batchSize),
    call: 0,
    contextId: null,
    dependencies: [],
  }));
  return attemptsInsertion(settings.origin, [settings.call], attempts);
}

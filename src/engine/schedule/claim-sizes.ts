import { CHUNK_LIMITS, type ChunkLimits } from '../../services/runs/expand/job-chunks.js';

/**
 * The number of jobs from which it pays to claim them with their release, or before they are rows. Simulations use
 * smaller numbers, because their runs have few jobs.
 */
export interface ClaimSizes {
  /** Smaller first batches are released by the expansion, because claiming them afterward costs no more. */
  firstBatch: number;
  /** With room for fewer jobs, a claim is not worth its own transaction, and the batch is only released. */
  claim: number;
  chunks: ChunkLimits;
}

export const CLAIM_SIZES: ClaimSizes = { firstBatch: 100, claim: 25, chunks: CHUNK_LIMITS };

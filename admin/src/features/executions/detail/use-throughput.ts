import { useRef } from 'react';
import { endedOf, type RunCounters } from '../../../lib/run-counters.js';
import { useNow } from '../../../lib/text/time.js';
import { isOpen } from '../execution-words.js';
import type { RunStatus } from '../executions.generated.js';

interface Sample {
  at: number;
  ended: number;
}

/** Period over which the rate is measured, in milliseconds. */
const RECENT_MS = 30_000;
/** A shorter period says nothing. */
const LEAST_MS = 3_000;

export interface Throughput {
  /** Jobs ended per second recently. Undefined if it is too early to say. */
  perSecond: number | undefined;
  leftMs: number | undefined;
}

/** The rate of the last half minute as seen by this page. Before that, the rate since the expansion. */
export function useThroughput(
  execution: RunCounters & { runStatus: RunStatus | null; expandedAt: string | null },
): Throughput {
  const now = useNow().getTime();
  const samples = useRef<Sample[]>([]);
  const ended = endedOf(execution);
  if (!isOpen(execution)) return { perSecond: undefined, leftMs: undefined };
  if (samples.current.at(-1)?.ended !== ended) samples.current.push({ at: now, ended });
  // The last sample before the period is its start.
  while ((samples.current[1]?.at ?? now) < now - RECENT_MS) samples.current.shift();
  return paceOf(samples.current, { ...execution, ended, now });
}

function paceOf(
  samples: readonly Sample[],
  {
    ended,
    now,
    expandedAt,
    jobsCreated,
  }: { ended: number; now: number; expandedAt: string | null; jobsCreated: number },
): Throughput {
  const [first] = samples;
  const isSeen = first !== undefined && samples.length > 1 && now - first.at >= LEAST_MS;
  const begin = isSeen ? first : { at: expandedAt === null ? now : Date.parse(expandedAt), ended: 0 };
  const seconds = (now - begin.at) / 1_000;
  const done = ended - begin.ended;
  if (seconds < 1 || done <= 0) return { perSecond: undefined, leftMs: undefined };
  const perSecond = done / seconds;
  return { perSecond, leftMs: ((jobsCreated - ended) / perSecond) * 1_000 };
}

/** How much may be sent to an agent now, given its concurrency limit, its rate limit and its circuit. */
import { afterProbe, type Circuit, type CircuitSettings, CLOSED, type Contact, roomOf } from './circuit.js';
import { type Permits, permitsLeft, type RateLimit } from './rate-limit.js';

/** An agent with limits: it may not always be called as soon as there is work for it. */
export interface LimitedAgent {
  id: string;
  /** Limit on concurrent attempts across all workers. Null if there is none. */
  maxConcurrency: number | null;
  rateLimit: RateLimit | null;
}

/** The current state of the agent, read together. */
export interface Load {
  id: string;
  now: Date;
  ready: boolean;
  /** Whether attempts wait that a worker left unanswered: they count as running and are sent again. */
  left: boolean;
  running: number;
  permits: Permits;
  /** Whether it is recorded that attempts wait for a permit. */
  throttled: boolean;
  circuit: Circuit;
  /**
   * Half open: the state of the probe. 'left': its worker died or gave up, and the probe is to be sent again.
   */
  probe: 'under_way' | 'left' | { ended: Contact | undefined } | null;
}

export interface Admission {
  /** The circuit after applying the outcome of a probe; the same object if nothing changed. */
  circuit: Circuit;
  /** How many requests may be sent, in total. */
  total: number;
  /** How many of these may be attempts that are not running yet. */
  fresh: number;
  /** Which kinds of work exist. */
  isWanted: boolean;
  /** When time alone may change the answer. Null if something has to happen first. */
  againAt: Date | null;
}

/** @param most as many as the caller can send now, because permits are valid only for a moment */
export function admit(
  limitedAgent: LimitedAgent,
  load: Load,
  settings: CircuitSettings,
  most: number,
): Admission {
  const { maxConcurrency, rateLimit } = limitedAgent;
  const { now, ready, left, running } = load;
  const circuit = circuitNow(load, settings);
  const toProbe = circuit.state === 'half_open' && load.probe === 'left' ? 1 : roomOf(circuit, now);
  const permitted = rateLimit
    ? permitsLeft(rateLimit, load.permits, now.getTime())
    : { left: Number.POSITIVE_INFINITY, nextAt: now.getTime() };
  const total = Math.min(most, permitted.left, toProbe);
  const fresh = Math.max(0, Math.min(total, (maxConcurrency ?? Number.POSITIVE_INFINITY) - running));
  const waits = [
    ...(permitted.left === 0 ? [permitted.nextAt] : []),
    ...(circuit.state === 'open' && circuit.nextProbeAt ? [circuit.nextProbeAt.getTime()] : []),
  ];
  return {
    circuit,
    total,
    fresh,
    isWanted: (left && total > 0) || (ready && fresh > 0),
    againAt: (ready || left) && waits.length > 0 ? new Date(Math.max(...waits)) : null,
  };
}

function circuitNow({ circuit, probe, now }: Load, settings: CircuitSettings): Circuit {
  if (circuit.state === 'closed') return circuit;
  if (!settings.enabled) return CLOSED;
  if (circuit.state === 'open' || probe === 'under_way' || probe === 'left') return circuit;
  return afterProbe(circuit, probe?.ended, settings, now);
}

/** Why the released attempts of an agent are not sent. */
export interface Throttled {
  reason: 'circuit_open' | 'rate_limited';
  /** When the next one may be sent. Null if something has to happen first (a probe is in progress). */
  until: Date | null;
}

/** @param throttledAt since when attempts wait for a permit, as last recorded */
export function throttlingOf(
  { rateLimit }: Pick<LimitedAgent, 'rateLimit'>,
  {
    circuit,
    permits,
    throttledAt,
    now,
  }: Pick<Load, 'circuit' | 'permits' | 'now'> & { throttledAt: Date | null },
): Throttled | null {
  if (circuit.state !== 'closed')
    return { reason: 'circuit_open', until: circuit.state === 'open' ? circuit.nextProbeAt : null };
  if (!rateLimit || !throttledAt) return null;
  return { reason: 'rate_limited', until: new Date(permitsLeft(rateLimit, permits, now.getTime()).nextAt) };
}

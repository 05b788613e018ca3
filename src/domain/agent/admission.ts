/** How much an agent may be sent now: its cap, its rate limit and its circuit together. */
import { afterProbe, type Circuit, type CircuitSettings, CLOSED, type Contact, roomOf } from './circuit.js';
import { type Permits, permitsLeft, type RateLimit } from './rate-limit.js';

/** An agent that may not be called at any time as often as there is work for it. */
export interface Restraint {
  id: string;
  /** Attempts running at once, over all workers; null: any number. */
  maxConcurrency: number | null;
  rateLimit: RateLimit | null;
}

/** How things stand with it, read together. */
export interface Load {
  id: string;
  now: Date;
  /** Released attempts wait. */
  ready: boolean;
  /** Attempts wait that a worker left unanswered: they count as running, and are sent once more. */
  left: boolean;
  running: number;
  permits: Permits;
  /** It is noted that attempts wait for a permit. */
  parked: boolean;
  circuit: Circuit;
  /** Half open: what has become of the probe. 'left': its worker has, and it is to be sent once more. */
  probe: 'under_way' | 'left' | { ended: Contact | undefined } | null;
}

export interface Admission {
  /** As it is after what was heard of a probe; the same object when that changes nothing. */
  circuit: Circuit;
  /** Sends at most, in all. */
  total: number;
  /** Of these, attempts that do not run yet. */
  fresh: number;
  /** There is work for these. */
  isWanted: boolean;
  /** When time alone may change the answer; null: not before something happens. */
  againAt: Date | null;
}

/** @param most as many as the caller can send at once: permits are good for a moment only */
export function admit(restraint: Restraint, load: Load, settings: CircuitSettings, most: number): Admission {
  const { maxConcurrency, rateLimit } = restraint;
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

/** Why all that waits for an agent is not sent though its turn has come. */
export interface Parked {
  reason: 'circuit_open' | 'rate_limited';
  /** When the next may go; null: not before something happens (a probe is under way). */
  until: Date | null;
}

/** @param parkedAt since when attempts wait for a permit, as noted by the last who looked */
export function parkedOf(
  { rateLimit }: Pick<Restraint, 'rateLimit'>,
  { circuit, permits, parkedAt, now }: Pick<Load, 'circuit' | 'permits' | 'now'> & { parkedAt: Date | null },
): Parked | null {
  if (circuit.state !== 'closed')
    return { reason: 'circuit_open', until: circuit.state === 'open' ? circuit.nextProbeAt : null };
  if (!rateLimit || !parkedAt) return null;
  return { reason: 'rate_limited', until: new Date(permitsLeft(rateLimit, permits, now.getTime()).nextAt) };
}

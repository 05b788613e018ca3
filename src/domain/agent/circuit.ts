/**
 * The circuit of an agent: while its address does not answer, its jobs wait instead of failing one after
 * the other.
 *
 *   closed ──failureThreshold failures in a row──▶ open ──cool-down over: one attempt goes as a probe──▶ half_open
 *     ▲                                             ▲                                                     │
 *     └───────────── answered ──────────────────────┼─────────────────────────────────────────────────────┤
 *                                                   └── not answered: cool-down 10 s, 20 s, 40 s … 5 min ──┘
 *
 * Only failures to reach the agent count: connection refused or reset, host unreachable, unknown name, no
 * answer in time. Any HTTP status, even a 503, is an answer: the agent is running, and retries handle the
 * rest.
 */

const CIRCUIT_STATES = ['closed', 'open', 'half_open'] as const;
export type CircuitState = (typeof CIRCUIT_STATES)[number];

export interface Circuit {
  state: CircuitState;
  /** Consecutive failed contacts: those that opened the circuit, and the probes since. */
  failures: number;
  /** Probes that failed since the circuit opened: the cool-down doubles with each. */
  failedProbes: number;
  openedAt: Date | null;
  /** Open: the time from which one attempt may be sent as a probe. */
  nextProbeAt: Date | null;
  /** Half open: the attempt that is the probe. */
  probeId: string | null;
  /** How the last contact failed, as text. */
  reason: string | null;
}

export interface CircuitSettings {
  enabled: boolean;
  failureThreshold: number;
  /** Milliseconds from opening to the first probe. */
  coolDown: number;
  /** Longest time between probes, in milliseconds. */
  maxCoolDown: number;
}

/** What an attempt says about whether the agent can be reached. */
export type Contact = { kind: 'answered' } | { kind: 'failed'; reason: string };

export const CLOSED: Circuit = {
  state: 'closed',
  failures: 0,
  failedProbes: 0,
  openedAt: null,
  nextProbeAt: null,
  probeId: null,
  reason: null,
};

/** Failures after which the agent has certainly not received the request. */
export const NOT_RECEIVED_CODES = ['CONNECTION_REFUSED', 'UNREACHABLE', 'DNS'] as const;
/** Failures after which the agent may have received the request. */
export const MAYBE_RECEIVED_CODES = ['CONNECTION_RESET', 'TIMEOUT'] as const;

const UNREACHABLE_CODES: ReadonlySet<unknown> = new Set([...NOT_RECEIVED_CODES, ...MAYBE_RECEIVED_CODES]);

/**
 * What an attempt says about whether the agent can be reached. Undefined if nothing, for example
 * because it failed before it was sent.
 * @param answered whether a status or a report arrived
 */
export function contactOf(
  answered: boolean,
  error: { code?: unknown; message?: unknown } | null,
): Contact | undefined {
  if (answered) return { kind: 'answered' };
  if (!UNREACHABLE_CODES.has(error?.code)) return undefined;
  return { kind: 'failed', reason: String(error?.message ?? error?.code) };
}

/**
 * Applies a contact that was not a probe. Contacts that arrive while the circuit is not closed were sent
 * before it opened: a process that is shutting down still answers requests in progress while it refuses new
 * ones. Returns the same object if nothing changes.
 */
export function afterContact(
  circuit: Circuit,
  contact: Contact,
  settings: CircuitSettings,
  now: Date,
): Circuit {
  if (circuit.state !== 'closed') return circuit;
  if (contact.kind === 'answered') return circuit.failures === 0 ? circuit : CLOSED;
  const failures = circuit.failures + 1;
  const { reason } = contact;
  if (!settings.enabled || failures < settings.failureThreshold) return { ...circuit, failures, reason };
  return {
    ...CLOSED,
    state: 'open',
    failures,
    openedAt: now,
    nextProbeAt: coolDownEnd(0, settings, now),
    reason,
  };
}

/**
 * Applies the end of the probe.
 * @param contact undefined if the attempt says nothing about the agent, so that the next probe may be
 * sent immediately
 */
export function afterProbe(
  circuit: Circuit,
  contact: Contact | undefined,
  settings: CircuitSettings,
  now: Date,
): Circuit {
  if (circuit.state !== 'half_open') return circuit;
  if (contact?.kind === 'answered') return CLOSED;
  const open: Circuit = { ...circuit, state: 'open', probeId: null };
  if (!contact) return open;
  const failedProbes = circuit.failedProbes + 1;
  return {
    ...open,
    failures: circuit.failures + 1,
    failedProbes,
    nextProbeAt: coolDownEnd(failedProbes, settings, now),
    reason: contact.reason,
  };
}

/** How many attempts may be sent now. */
export function roomOf({ state, nextProbeAt }: Circuit, now: Date): number {
  if (state === 'closed') return Number.POSITIVE_INFINITY;
  return state === 'open' && (nextProbeAt === null || nextProbeAt <= now) ? 1 : 0;
}

/** An attempt is sent as the probe. */
export function beginProbe(circuit: Circuit, probeId: string): Circuit {
  return { ...circuit, state: 'half_open', probeId };
}

/** 10 s, 20 s, 40 s … from now. */
function coolDownEnd(failedProbes: number, { coolDown, maxCoolDown }: CircuitSettings, now: Date): Date {
  const ms = Math.min(coolDown * 2 ** Math.min(failedProbes, 32), Math.max(coolDown, maxCoolDown));
  return new Date(now.getTime() + ms);
}

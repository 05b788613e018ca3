/** The states of an agent as shapes and words. */

import { None } from '../../components/facts/none.js';
import { type Status, StatusText, statusOf } from '../../components/facts/status-badge.js';
import { Explained } from '../../components/tooltip.js';
import { formatInstant } from '../../lib/text/time.js';
import type { AgentLoadFragment, AgentRowFragment } from './agents.generated.js';
import { texts } from './texts/common.js';

const t = texts.circuit;

type Healthy = Pick<AgentRowFragment, 'enabled' | 'healthStatus' | 'healthMessage'>;

/** A disabled agent is shown as disabled, whatever its health. */
export function AgentHealth({ agent }: { agent: Healthy }) {
  const [status, word] = healthOf(agent);
  return (
    <Explained by={agent.healthMessage}>
      <StatusText status={status} label={word} />
    </Explained>
  );
}

export function healthOf({ enabled, healthStatus }: Healthy): [Status, string] {
  if (!enabled) return ['disabled', texts.states.false];
  return healthStatus ? [statusOf(healthStatus), texts.health[healthStatus]] : ['unknown', texts.notChecked];
}

const CIRCUITS = {
  HALF_OPEN: { status: 'partial', label: texts.circuits.HALF_OPEN },
  OPEN: { status: 'failed', label: texts.circuits.OPEN },
} as const;

/** Whether calls reach the agent. The normal state is shown unobtrusively. */
export function AgentCircuit({ circuit }: { circuit: AgentLoadFragment['circuit'] }) {
  if (!circuit) return <None />;
  const { state, failures, reason } = circuit;
  if (state === 'CLOSED') {
    return (
      <Explained by={failures > 0 && t.lastFailed(failures, reason)}>
        <span className="text-muted">{failures > 0 ? t.closedAfter(failures) : texts.circuits.CLOSED}</span>
      </Explained>
    );
  }
  return (
    <Explained by={circuitInWords(circuit)}>
      <StatusText {...CIRCUITS[state]} />
    </Explained>
  );
}

/** Describes a circuit that is not closed. */
export function circuitInWords({ state, failures, reason }: NonNullable<AgentLoadFragment['circuit']>) {
  const why = reason ? t.failedBecause(failures, reason.replace(/\.?$/, '.')) : t.failed(failures);
  return `${why} ${state === 'HALF_OPEN' ? t.probing : t.waiting}`;
}

const HEARTBEATS = {
  ALIVE: { status: 'completed', ...texts.heartbeats.ALIVE },
  LATE: { status: 'partial', ...texts.heartbeats.LATE },
  DEAD: { status: 'dead-letter', ...texts.heartbeats.DEAD },
} as const;

export function AgentHeartbeat({ heartbeat }: Pick<AgentLoadFragment, 'heartbeat'>) {
  const { lastAt } = heartbeat;
  if (heartbeat.status === 'NEVER') return <None />;
  const { status, word, means } = HEARTBEATS[heartbeat.status];
  return (
    <Explained by={lastAt ? `${means} ${texts.lastHeartbeat(formatInstant(new Date(lastAt)))}` : means}>
      <StatusText status={status} label={word} />
    </Explained>
  );
}

/** `98.2%`, colored by the share of failed attempts. */
export function SuccessRate({
  stats,
}: {
  stats: Pick<AgentRowFragment['stats'], 'successRate' | 'total' | 'failed'>;
}) {
  if (stats.successRate === null) return <None />;
  const color = stats.successRate >= 0.99 ? '' : stats.successRate >= 0.9 ? 'text-amber' : 'text-red';
  return (
    <Explained by={texts.failedAttempts(stats.failed, stats.total)}>
      <span className={color}>{formatRate(stats.successRate)}</span>
    </Explained>
  );
}

/** Never rounded up to 100%. */
export function formatRate(rate: number): string {
  const percent = Math.floor(rate * 1_000) / 10;
  return `${percent}%`;
}

/** The version that jobs use. */
export function versionInUse({
  version,
  deployments,
}: Pick<AgentRowFragment, 'version' | 'deployments'>): string {
  return deployments.find(({ environment }) => environment === 'PRODUCTION')?.version ?? version;
}

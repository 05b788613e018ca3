/** The states of an agent as shapes and words. */

import { type Status, StatusText, statusOf } from '../../components/facts/status-badge.js';
import { Explained } from '../../components/tooltip.js';
import { counted } from '../../lib/text/count-text.js';
import { formatInstant } from '../../lib/text/time.js';
import type {
  AgentLoadFragment,
  AgentRowFragment,
  CircuitState,
  HeartbeatStatus,
} from './agents.generated.js';

const HEALTH_WORDS = { HEALTHY: 'Healthy', DEGRADED: 'Degraded', UNHEALTHY: 'Unhealthy' } as const;

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
  if (!enabled) return ['disabled', 'Disabled'];
  return healthStatus ? [statusOf(healthStatus), HEALTH_WORDS[healthStatus]] : ['unknown', 'Not checked'];
}

const CIRCUIT: Readonly<Record<CircuitState, [Status, string]>> = {
  CLOSED: ['completed', 'Closed'],
  HALF_OPEN: ['partial', 'Probing'],
  OPEN: ['failed', 'Open'],
};

/** Whether calls reach the agent. The normal state is shown unobtrusively. */
export function AgentCircuit({ circuit }: { circuit: AgentLoadFragment['circuit'] }) {
  if (!circuit) return <span className="text-muted">–</span>;
  const [status, word] = CIRCUIT[circuit.state];
  if (circuit.state === 'CLOSED') {
    return (
      <Explained
        by={circuit.failures > 0 && `The last ${counted(circuit.failures, 'call')} failed: ${circuit.reason}`}
      >
        <span className="text-muted">
          {word}
          {circuit.failures > 0 && ` · ${circuit.failures} failed`}
        </span>
      </Explained>
    );
  }
  return (
    <Explained by={circuitInWords(circuit)}>
      <StatusText status={status} label={word} />
    </Explained>
  );
}

/** Describes a circuit that is not closed. */
export function circuitInWords({ state, failures, reason }: NonNullable<AgentLoadFragment['circuit']>) {
  const why = `${counted(failures, 'call')} failed in a row${reason ? `: ${reason.replace(/\.?$/, '.')}` : '.'}`;
  if (state === 'HALF_OPEN') return `${why} A probe has been sent to check whether the agent is back.`;
  return `${why} Jobs for this agent wait.`;
}

const HEARTBEAT: Readonly<Record<HeartbeatStatus, [Status, string, string]>> = {
  NEVER: ['unknown', 'None', 'The agent has never sent a heartbeat. Heartbeats are optional.'],
  ALIVE: ['completed', 'Alive', 'The agent sends heartbeats on time.'],
  LATE: ['partial', 'Late', 'A heartbeat is overdue.'],
  DEAD: ['dead-letter', 'Dead', 'The agent has missed too many heartbeats and is considered dead.'],
};

export function AgentHeartbeat({ heartbeat: { status, lastAt } }: Pick<AgentLoadFragment, 'heartbeat'>) {
  const [look, word, words] = HEARTBEAT[status];
  if (status === 'NEVER') return <span className="text-muted">–</span>;
  return (
    <Explained by={`${words}${lastAt ? ` Last heartbeat at ${formatInstant(new Date(lastAt))}.` : ''}`}>
      <StatusText status={look} label={word} />
    </Explained>
  );
}

/** `98.2%`, coloured by the share of failed attempts. */
export function SuccessRate({
  stats,
}: {
  stats: Pick<AgentRowFragment['stats'], 'successRate' | 'total' | 'failed'>;
}) {
  if (stats.successRate === null) return <span className="text-muted">–</span>;
  const colour = stats.successRate >= 0.99 ? '' : stats.successRate >= 0.9 ? 'text-amber' : 'text-red';
  const words = `${stats.failed.toLocaleString('en')} of ${stats.total.toLocaleString('en')} attempts failed in the last 24 hours`;
  return (
    <Explained by={words}>
      <span className={colour}>{formatRate(stats.successRate)}</span>
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

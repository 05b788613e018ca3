import { reportResult, toast } from '../../../components/toast.js';
import { useAction } from '../../../lib/graphql/use-action.js';
import { texts } from '../texts/detail.js';
import {
  AgentChangeDocument,
  AgentCheckHealthDocument,
  AgentResetCircuitDocument,
} from './agent-detail.generated.js';

const t = texts.header;

type Action = [run: () => Promise<void>, isRunning: boolean];

export function useResetCircuit(agentId: string): Action {
  const [reset, isResetting] = useAction(AgentResetCircuitDocument, (data) => data.resetAgentCircuit);
  async function run(): Promise<void> {
    reportResult(await reset({ agentId }), t.circuitClosed);
  }
  return [run, isResetting];
}

export function useCheckHealth(id: string): Action {
  const [check, isChecking] = useAction(AgentCheckHealthDocument, (data) => data.checkAgentHealth);
  async function run(): Promise<void> {
    const result = await check({ id });
    if (result.kind === 'error') return toast({ kind: 'error', title: result.error.message });
    const { healthStatus, healthMessage } = result.value;
    const isHealthy = healthStatus === 'HEALTHY';
    toast({
      kind: isHealthy ? 'success' : 'error',
      title: isHealthy ? t.isHealthy : t.isNotHealthy(healthStatus?.toLowerCase()),
      ...(healthMessage && { description: healthMessage }),
    });
  }
  return [run, isChecking];
}

export function useSetEnabled(id: string): [set: (enabled: boolean) => Promise<void>, isRunning: boolean] {
  const [change, isChanging] = useAction(AgentChangeDocument, (data) => data.updateAgent);
  async function set(enabled: boolean): Promise<void> {
    reportResult(await change({ id, input: { enabled } }), {
      title: enabled ? t.enabled : t.disabled,
      action: { label: t.undo, run: () => void set(!enabled) },
    });
  }
  return [set, isChanging];
}

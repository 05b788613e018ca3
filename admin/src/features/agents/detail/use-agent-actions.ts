import { reportResult, toast } from '../../../components/toast.js';
import { useAction } from '../../../lib/graphql/use-action.js';
import {
  AgentChangeDocument,
  AgentCheckHealthDocument,
  AgentResetCircuitDocument,
} from './agent-detail.generated.js';

type Action = [run: () => Promise<void>, isRunning: boolean];

export function useResetCircuit(agentId: string): Action {
  const [reset, isResetting] = useAction(AgentResetCircuitDocument, (data) => data.resetAgentCircuit);
  async function run(): Promise<void> {
    reportResult(await reset({ agentId }), 'Circuit closed. Waiting jobs are being sent.');
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
      title: isHealthy ? 'The agent is healthy' : `The agent is ${healthStatus?.toLowerCase()}`,
      ...(healthMessage && { description: healthMessage }),
    });
  }
  return [run, isChecking];
}

export function useSetEnabled(id: string): [set: (enabled: boolean) => Promise<void>, isRunning: boolean] {
  const [change, isChanging] = useAction(AgentChangeDocument, (data) => data.updateAgent);
  async function set(enabled: boolean): Promise<void> {
    reportResult(await change({ id, input: { enabled } }), {
      title: enabled ? 'Agent enabled' : 'Agent disabled',
      action: { label: 'Undo', run: () => void set(!enabled) },
    });
  }
  return [set, isChanging];
}

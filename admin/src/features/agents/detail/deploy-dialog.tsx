import { type FormEvent, useId, useState } from 'react';
import { Button } from '../../../components/button.js';
import { Dialog } from '../../../components/dialog.js';
import { TextField } from '../../../components/forms/fields.js';
import { toast } from '../../../components/toast.js';
import { type ActionError, useAction } from '../../../lib/graphql/use-action.js';
import {
  AgentDeployDocument,
  type AgentDetailFragment,
  type AgentEnvironment,
} from './agent-detail.generated.js';

export interface DeployDialogProps {
  agent: AgentDetailFragment;
  environment: AgentEnvironment;
  onClose: () => void;
}

export function DeployDialog({ agent, environment, onClose }: DeployDialogProps) {
  const form = useId();
  const [version, setVersion] = useState(agent.version);
  const [error, setError] = useState<ActionError>();
  const [deploy, isDeploying] = useAction(AgentDeployDocument, (data) => data.deployAgentVersion);
  const name = environment.toLowerCase();
  const now = agent.deployments.find((deployment) => deployment.environment === environment)?.version;

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const result = await deploy({ agentId: agent.id, version: version.trim(), environment });
    if (result.kind === 'error') return setError(result.error);
    toast({ kind: 'success', title: `Deployed ${version.trim()} to ${name}` });
    onClose();
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Deploy a version to ${name}`}
      description={
        environment === 'PRODUCTION'
          ? 'New jobs carry this version. Deploy the code itself first: this only records the version in Callboard.'
          : 'For reference only: jobs do not use it.'
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" isBusy={isDeploying}>
            Deploy
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-2">
        <TextField
          label="Version"
          hint={
            now
              ? `Current version: ${now}.`
              : `No version is deployed. The agent is registered with ${agent.version}.`
          }
          problem={error?.issues.map(({ message }) => message).join('; ') || error?.message}
          value={version}
          onValue={setVersion}
          className="font-mono"
        />
      </form>
    </Dialog>
  );
}

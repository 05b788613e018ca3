import { useState } from 'react';
import { DialogForm } from '../../../components/forms/dialog-form.js';
import { TextField } from '../../../components/forms/fields.js';
import { reportDone } from '../../../components/toast.js';
import { useAction } from '../../../lib/graphql/use-action.js';
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
  const [text, setText] = useState(agent.version);
  const [deploy] = useAction(AgentDeployDocument, (data) => data.deployAgentVersion);
  const version = text.trim();
  const name = environment.toLowerCase();
  const now = agent.deployments.find((deployment) => deployment.environment === environment)?.version;
  return (
    <DialogForm
      title={`Deploy a version to ${name}`}
      description={
        environment === 'PRODUCTION'
          ? 'New jobs use this version. Deploy the code itself first, because Callboard only records the version.'
          : 'For reference only: jobs do not use it.'
      }
      submitLabel="Deploy"
      onSubmit={async () =>
        reportDone(
          await deploy({ agentId: agent.id, version, environment }),
          `Deployed ${version} to ${name}`,
        )
      }
      onClose={onClose}
    >
      <TextField
        label="Version"
        path="version"
        hint={
          now
            ? `Current version: ${now}.`
            : `No version is deployed. The agent is registered with ${agent.version}.`
        }
        value={text}
        onValue={setText}
        className="font-mono"
      />
    </DialogForm>
  );
}

import { useState } from 'react';
import { DialogForm } from '../../../components/forms/dialog-form.js';
import { TextField } from '../../../components/forms/fields.js';
import { reportDone } from '../../../components/toast.js';
import { useAction } from '../../../lib/graphql/use-action.js';
import { texts } from '../texts/versions.js';
import {
  AgentDeployDocument,
  type AgentDetailFragment,
  type AgentEnvironment,
} from './agent-detail.generated.js';

const t = texts.deploy;

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
      title={t.title(name)}
      description={
        environment === 'PRODUCTION' ? t.production : texts.versions.environments[environment].hint
      }
      submitLabel={t.submit}
      onSubmit={async () =>
        reportDone(await deploy({ agentId: agent.id, version, environment }), t.done(version, name))
      }
      onClose={onClose}
    >
      <TextField
        label={texts.common.version}
        path="version"
        hint={now ? t.current(now) : t.notDeployed(agent.version)}
        value={text}
        onValue={setText}
        className="font-mono"
      />
    </DialogForm>
  );
}

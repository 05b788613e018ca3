import { useNavigate } from '@tanstack/react-router';
import { ConfirmDialog } from '../../../components/dialog.js';
import { Skeleton } from '../../../components/states.js';
import { reportDone } from '../../../components/toast.js';
import { useAction } from '../../../lib/graphql/use-action.js';
import { counted } from '../../../lib/text/count-text.js';
import { AgentDeleteDocument, type AgentDetailFragment } from './agent-detail.generated.js';
import { usesInWords, useUses } from './used-by-tab.js';

export interface DeleteAgentProps {
  isOpen: boolean;
  onClose: () => void;
  agent: AgentDetailFragment;
}

/** Lists what uses the agent before it is deleted. */
export function DeleteAgent({ isOpen, onClose, agent: { id, name, runningJobs } }: DeleteAgentProps) {
  const navigate = useNavigate();
  const { data } = useUses(id, !isOpen);
  const [remove] = useAction(AgentDeleteDocument, (result) => result.deleteAgent);
  const uses = data && usesInWords(data);

  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Delete ${name}?`}
      confirmLabel="Delete agent"
      isDanger
      onConfirm={async () =>
        reportDone(await remove({ id }), `Deleted ${name}`, () => navigate({ to: '/agents' }))
      }
    >
      <div className="flex flex-col gap-2">
        {!data && <Skeleton className="w-2/3" />}
        {data && (
          <p>
            {uses ? (
              <>
                Used by <strong>{uses}</strong>. They stay but are blocked: their slots are recorded as
                skipped until you choose another agent or register this one again.
              </>
            ) : (
              'Nothing uses this agent.'
            )}
          </p>
        )}
        {runningJobs > 0 && <p>{counted(runningJobs, 'job is', 'jobs are')} running now.</p>}
        <p>Deletes its deployments, configuration and secrets. Its jobs remain in the history.</p>
      </div>
    </ConfirmDialog>
  );
}

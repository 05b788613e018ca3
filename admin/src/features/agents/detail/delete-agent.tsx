import { useNavigate } from '@tanstack/react-router';
import { ConfirmDialog } from '../../../components/dialog.js';
import { Skeleton } from '../../../components/loading.js';
import { reportDone } from '../../../components/toast.js';
import { useAction } from '../../../lib/graphql/use-action.js';
import { texts } from '../texts/detail.js';
import { AgentDeleteDocument, type AgentDetailFragment } from './agent-detail.generated.js';
import { usesInWords, useUses } from './used-by-tab.js';

const t = texts.delete;

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
      title={t.title(name)}
      confirmLabel={t.confirm}
      isDanger
      onConfirm={async () =>
        reportDone(await remove({ id }), t.deleted(name), () => navigate({ to: '/agents', replace: true }))
      }
    >
      <div className="flex flex-col gap-2">
        {!data && <Skeleton className="w-2/3" />}
        {data && <p>{uses ? t.usedBy(uses) : t.unused}</p>}
        {runningJobs > 0 && <p>{t.running(runningJobs)}</p>}
        <p>{t.about}</p>
      </div>
    </ConfirmDialog>
  );
}

import { useNavigate } from '@tanstack/react-router';
import { ConfirmDialog } from '../../../components/dialog.js';
import { Skeleton } from '../../../components/loading.js';
import { reportDone } from '../../../components/toast.js';
import { useAction } from '../../../lib/graphql/use-action.js';
import { useLiveQuery } from '../../../lib/graphql/use-live-query.js';
import { texts } from '../texts/detail.js';
import {
  PipelineDetailDeleteDocument,
  PipelineDetailSchedulesDocument,
} from './pipeline-detail.generated.js';
import { PARENT, type PipelinePartProps } from './pipeline-header.js';
import { TriggerDialog } from './trigger-dialog.js';

export function PipelineDialogs(props: PipelinePartProps) {
  const { dialog } = props.actions;
  if (dialog === 'trigger') return <TriggerDialog {...props} />;
  if (dialog === 'disable') return <DisableDialog {...props} />;
  if (dialog === 'delete') return <DeleteDialog {...props} />;
  return null;
}

function DisableDialog({ pipeline: { id, name }, actions }: PipelinePartProps) {
  return (
    <ConfirmDialog
      isOpen
      onClose={actions.closeDialog}
      title={texts.disableDialog.title(name)}
      confirmLabel={texts.actions.disable}
      onConfirm={() => actions.setEnabled(false)}
    >
      <UsedBy id={id} consequence={texts.disableDialog.usedBy} />
      <p className="mt-2 text-muted">{texts.disableDialog.runsContinue}</p>
    </ConfirmDialog>
  );
}

function DeleteDialog({ pipeline: { id, name }, actions }: PipelinePartProps) {
  const t = texts.deleteDialog;
  const navigate = useNavigate();
  const [remove] = useAction(PipelineDetailDeleteDocument, (data) => data.deletePipeline);
  return (
    <ConfirmDialog
      isOpen
      onClose={actions.closeDialog}
      title={t.title(name)}
      confirmLabel={t.confirm}
      isDanger
      onConfirm={async () =>
        reportDone(await remove({ id }), t.deleted(name), () => navigate({ to: PARENT.to, replace: true }))
      }
    >
      <UsedBy id={id} consequence={t.usedBy} />
      <p className="mt-2 text-muted">{t.isFinal}</p>
    </ConfirmDialog>
  );
}

/** The names of the affected schedules. */
function UsedBy({ id, consequence }: { id: string; consequence: (schedules: number) => string }) {
  const t = texts.usedBy;
  const { data, error } = useLiveQuery(PipelineDetailSchedulesDocument, {
    variables: { id },
    refetchOn: { schedule: 'list' },
  });
  if (error && !data) return <p className="text-red">{t.loadError}</p>;
  if (!data) return <Skeleton className="w-2/3" />;
  const { totalCount, edges } = data.schedules;
  if (totalCount === 0) return <p>{t.none}</p>;
  const more = totalCount - edges.length;
  return (
    <>
      <p>{consequence(totalCount)}</p>
      <ul className="mt-1 list-disc pl-5">
        {edges.map(({ node }) => (
          <li key={node.id}>
            {node.name}
            {!node.enabled && <span className="text-muted"> {t.disabled}</span>}
          </li>
        ))}
        {more > 0 && <li>{t.more(more)}</li>}
      </ul>
    </>
  );
}

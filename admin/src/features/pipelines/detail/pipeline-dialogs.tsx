import { useNavigate } from '@tanstack/react-router';
import { ConfirmDialog } from '../../../components/dialog.js';
import { Skeleton } from '../../../components/states.js';
import { reportDone } from '../../../components/toast.js';
import { useAction } from '../../../lib/graphql/use-action.js';
import { useLiveQuery } from '../../../lib/graphql/use-live-query.js';
import {
  PipelineDetailDeleteDocument,
  PipelineDetailSchedulesDocument,
} from './pipeline-detail.generated.js';
import { PARENT, type PipelinePartProps } from './pipeline-header.js';
import { TriggerDialog } from './trigger-dialog.js';

/** The open dialog. */
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
      title={`Disable ${name}?`}
      confirmLabel="Disable"
      onConfirm={() => actions.setEnabled(false)}
    >
      <UsedBy id={id} consequence="cannot run until the pipeline is enabled again, and is blocked" />
      <p className="mt-2 text-muted">Running jobs continue.</p>
    </ConfirmDialog>
  );
}

function DeleteDialog({ pipeline: { id, name }, actions }: PipelinePartProps) {
  const navigate = useNavigate();
  const [remove] = useAction(PipelineDetailDeleteDocument, (data) => data.deletePipeline);
  return (
    <ConfirmDialog
      isOpen
      onClose={actions.closeDialog}
      title={`Delete ${name}?`}
      confirmLabel="Delete pipeline"
      isDanger
      onConfirm={async () => reportDone(await remove({ id }), `Deleted ${name}`, () => navigate(PARENT))}
    >
      <UsedBy id={id} consequence="can no longer run, and is blocked" />
      <p className="mt-2 text-muted">
        Its history is kept, and current runs continue. This cannot be undone.
      </p>
    </ConfirmDialog>
  );
}

/** The names of the affected schedules. */
function UsedBy({ id, consequence }: { id: string; consequence: string }) {
  const { data, error } = useLiveQuery(PipelineDetailSchedulesDocument, {
    variables: { id },
    refetchOn: { schedule: 'list' },
  });
  if (error && !data) return <p className="text-red">Could not load the schedules that use it.</p>;
  if (!data) return <Skeleton className="w-2/3" />;
  const { totalCount, edges } = data.schedules;
  if (totalCount === 0) return <p>No schedules use it.</p>;
  const more = totalCount - edges.length;
  return (
    <>
      <p>
        {totalCount === 1
          ? '1 schedule uses this pipeline. It'
          : `${totalCount} schedules use this pipeline. Each`}{' '}
        {consequence}.
      </p>
      <ul className="mt-1 list-disc pl-5">
        {edges.map(({ node }) => (
          <li key={node.id}>
            {node.name}
            {!node.enabled && <span className="text-muted"> (disabled)</span>}
          </li>
        ))}
        {more > 0 && <li>and {more.toLocaleString('en')} more</li>}
      </ul>
    </>
  );
}

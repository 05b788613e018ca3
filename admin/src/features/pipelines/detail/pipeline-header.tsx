import { Link } from '@tanstack/react-router';
import { IconButton } from '../../../components/button.js';
import { ActionButton, ActionItem } from '../../../components/entity-actions.js';
import { GridFact } from '../../../components/facts/fact-item.js';
import { KeyText } from '../../../components/facts/key-text.js';
import { ManagedByText } from '../../../components/facts/managed-by.js';
import { None } from '../../../components/facts/none.js';
import { RunJobs, RunOutcome } from '../../../components/facts/run-outcome.js';
import { ShortId } from '../../../components/facts/short-id.js';
import { StatusBadge } from '../../../components/facts/status-badge.js';
import { Time } from '../../../components/facts/time.js';
import { Menu, MenuSeparator } from '../../../components/menu.js';
import { PageHeader } from '../../../components/page-header.js';
import { TextLink } from '../../../components/text-link.js';
import { Ellipsis } from '../../../icons/lucide.js';
import { linkTo } from '../../../lib/link-to.js';
import { common } from '../texts/common.js';
import { texts } from '../texts/detail.js';
import type { PipelineActions, ShownPipeline } from './use-pipeline-actions.js';

const t = texts.header;

export const PARENT = { label: common.pipelines, to: '/scheduler/pipelines' } as const;

export interface PipelinePartProps {
  pipeline: ShownPipeline;
  actions: PipelineActions;
}

/** The pipeline, its actions, its use and its last run. */
export function PipelineHeader({ pipeline, actions }: PipelinePartProps) {
  const { id, name, description, enabled } = pipeline;
  return (
    <>
      <PageHeader
        title={name}
        parent={PARENT}
        aside={
          <>
            {enabled ? (
              <StatusBadge status="completed" label={common.enabled} />
            ) : (
              <StatusBadge status="disabled" />
            )}
            <ShortId id={id} label={t.id} />
            <KeyText value={pipeline.key} />
            <ManagedByText value={pipeline.managedBy} />
          </>
        }
        actions={<Actions actions={actions} />}
      >
        {description && <p className="max-w-prose break-words">{description}</p>}
      </PageHeader>
      <Facts pipeline={pipeline} />
    </>
  );
}

function Actions({
  actions: { trigger, schedule, edit, enable, duplicate, remove },
}: {
  actions: PipelineActions;
}) {
  return (
    <>
      <Menu trigger={<IconButton label={t.moreActions} icon={Ellipsis} />}>
        <ActionItem action={enable} />
        <ActionItem action={duplicate} />
        <MenuSeparator />
        <ActionItem action={remove} />
      </Menu>
      <ActionButton action={edit} />
      <ActionButton action={schedule} />
      <ActionButton action={trigger} variant="primary" />
    </>
  );
}

function Facts({ pipeline: { id, steps, scheduleCount, lastExecution } }: { pipeline: ShownPipeline }) {
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 border-b px-4 py-3 md:px-6 lg:grid-cols-4">
      <GridFact label={common.steps}>{steps.length.toLocaleString('en')}</GridFact>
      <GridFact label={t.usedBy}>
        {scheduleCount === 0 ? (
          <span className="text-muted">{t.noSchedules}</span>
        ) : (
          <TextLink to="/scheduler/schedules" search={{ pipeline: id }}>
            {t.schedules(scheduleCount)}
          </TextLink>
        )}
      </GridFact>
      <GridFact label={common.lastRun}>
        {lastExecution ? (
          <Link
            {...linkTo.run(lastExecution.id)}
            className="inline-flex flex-wrap items-center gap-x-2 hover:underline"
          >
            <RunOutcome execution={lastExecution} />
            <span className="text-muted">
              <Time at={lastExecution.executionTime} />
            </span>
          </Link>
        ) : (
          <span className="text-muted">{common.never}</span>
        )}
      </GridFact>
      <GridFact label={common.jobs}>
        {lastExecution ? <RunJobs execution={lastExecution} /> : <None />}
      </GridFact>
    </dl>
  );
}

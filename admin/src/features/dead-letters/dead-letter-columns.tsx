import { Link } from '@tanstack/react-router';
import { IconButton } from '../../components/button.js';
import { ShortId } from '../../components/facts/short-id.js';
import { Time } from '../../components/facts/time.js';
import type { Column } from '../../components/lists/data-table.js';
import { RotateCcw } from '../../icons/lucide.js';
import { linkTo } from '../../lib/link-to.js';
import { TRIGGER_WORDS } from '../executions/execution-words.js';
import { paramsText } from '../jobs/params-text.js';
import type { DeadLetterRowFragment } from './dead-letters.generated.js';
import { texts } from './texts.js';

const t = texts.columns;

type Row = DeadLetterRowFragment;

/** What caused the call: a schedule or a pipeline, otherwise the kind of trigger. */
function originOf({ scheduleExecution }: Row): string {
  const { schedule, pipeline, trigger } = scheduleExecution ?? {};
  return schedule?.name ?? pipeline?.name ?? (trigger ? TRIGGER_WORDS[trigger] : t.unknownSource);
}

/** What was called, with which params. */
export function nameOf({ agent, agentId, params, scheduleExecution }: Row): string {
  return [agent?.name ?? agentId, paramsText(params, scheduleExecution?.params)].filter(Boolean).join(' ');
}

const COLUMNS: readonly Column<Row>[] = [
  {
    header: t.job,
    width: 'minmax(10rem,1.5fr)',
    cell: ({ agentId, agent, pipelineStepId, params, scheduleExecution }) => (
      <>
        {agent?.name ?? agentId}
        {pipelineStepId && (
          <span className="ml-1.5 font-mono text-xs font-normal text-muted">{pipelineStepId}</span>
        )}
        <span className="ml-1.5 font-normal text-muted">{paramsText(params, scheduleExecution?.params)}</span>
      </>
    ),
  },
  {
    header: t.error,
    width: 'minmax(10rem,3fr)',
    cell: ({ error, statusCode }) => (
      <span className="truncate">
        {error?.code && <span className="mr-1.5 font-mono text-xs text-muted">{error.code}</span>}
        {!error?.code && statusCode !== null && (
          <span className="mr-1.5 font-mono text-xs text-muted">{statusCode}</span>
        )}
        {error?.message ?? texts.noMessage}
      </span>
    ),
  },
  {
    header: t.source,
    width: 'minmax(8rem,1.2fr)',
    from: 'lg',
    cell: (row) => (
      <Link {...linkTo.run(row.scheduleExecutionId)} tabIndex={-1} className="truncate hover:underline">
        {originOf(row)}
      </Link>
    ),
  },
  { header: t.attempts, width: '5rem', align: 'right', from: 'xl', cell: ({ retryCount }) => retryCount + 1 },
  {
    header: t.failed,
    width: '7rem',
    cell: ({ completedAt, createdAt }) => <Time at={completedAt ?? createdAt} />,
  },
  { header: t.id, width: '6.5rem', from: '2xl', cell: ({ jobId }) => <ShortId id={jobId} label={t.jobId} /> },
];

/** @param replay asks for confirmation to replay one */
export function columnsOf(replay: (row: Row) => void): readonly Column<Row>[] {
  return [
    ...COLUMNS,
    {
      header: t.replay,
      width: '3rem',
      align: 'right',
      from: 'md',
      // With the keyboard: `x`, then the button of the bar.
      cell: (row) => (
        <IconButton
          size="sm"
          label={texts.replay}
          requires="OPERATOR"
          tabIndex={-1}
          icon={RotateCcw}
          onClick={() => replay(row)}
        />
      ),
    },
  ];
}

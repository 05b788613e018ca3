import { CodeBlock } from '../../../components/code/code-block.js';
import { parseJsonText } from '../../../components/code/json-editor.js';
import { Skeleton } from '../../../components/states.js';
import { useLiveQuery } from '../../../lib/graphql/use-live-query.js';
import { counted } from '../../../lib/text/count-text.js';
import { formatDuration } from '../../../lib/text/time.js';
import { useRefusal } from '../../../lib/viewer.js';
import { Panel, Problems, problemsOf } from './panel.js';
import { ScheduleFormExpansionDocument, type ScheduleFormExpansionQuery } from './schedule-form.generated.js';
import { usePrevious } from './use-previous.js';
import { useSettled } from './use-settled.js';

const LABEL = 'Expansion';
const TYPING_MS = 500;

/** The jobs that the data sources in params would create. Updated when typing pauses. */
export function ExpansionPanel({ params, isPipeline }: { params: string; isPipeline: boolean }) {
  const refusal = useRefusal('OPERATOR');
  const settled = useSettled(params, TYPING_MS);
  const read = parseJsonText(settled);
  const value = read.kind === 'ok' ? (read.value ?? {}) : undefined;
  const { data, error } = useLiveQuery(ScheduleFormExpansionDocument, {
    variables: { params: value },
    pause: value === undefined || refusal !== undefined,
  });
  const shown = usePrevious(data?.previewExpansion);
  if (refusal) return <Panel label={LABEL}>{refusal}</Panel>;
  if (value === undefined) return <Panel label={LABEL}>Enter valid JSON to preview the jobs.</Panel>;
  if (error)
    return (
      <Panel label={LABEL}>
        <Problems problems={problemsOf(error)} />
      </Panel>
    );
  if (!shown)
    return (
      <Panel label={LABEL}>
        <Skeleton className="w-2/3" />
      </Panel>
    );
  return (
    <Panel label={LABEL} isStale={data === undefined || settled !== params}>
      <Expansion expansion={shown} isPipeline={isPipeline} />
    </Panel>
  );
}

type Preview = ScheduleFormExpansionQuery['previewExpansion'];

function Expansion({ expansion, isPipeline }: { expansion: Preview; isPipeline: boolean }) {
  const { jobs, total, batches, batchSize, staggerDelay, durationMs, dropped, sample } = expansion;
  const what = isPipeline ? 'context' : 'job';
  const isPlain = total === 0 && jobs === 1;
  const lost = [
    dropped.nulls > 0 && counted(dropped.nulls, 'empty value'),
    dropped.duplicates > 0 && counted(dropped.duplicates, 'duplicate'),
  ].filter(Boolean);
  return (
    <>
      <p>
        <strong className="font-semibold text-ink">{counted(jobs, what)}</strong>
        {isPlain
          ? ': the params contain no data source.'
          : jobs === 0
            ? ': the data sources currently return no rows. The run would succeed without doing anything.'
            : ` in ${counted(batches, 'batch', 'batches')} of up to ${batchSize}${batches > 1 ? `, ${formatDuration(staggerDelay)} apart: at least ${formatDuration(durationMs)}.` : '.'}`}
      </p>
      {lost.length > 0 && <p className="text-amber">Dropped: {lost.join(' and ')}.</p>}
      {!isPlain && sample.length > 0 && (
        <details>
          <summary className="text-xs">First {counted(sample.length, what)}</summary>
          <CodeBlock
            label={`params of the first ${what}s`}
            value={sample.map((params) => JSON.stringify(params)).join('\n')}
            className="mt-1.5 text-ink"
          />
        </details>
      )}
    </>
  );
}

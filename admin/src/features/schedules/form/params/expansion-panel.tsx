import { CodeBlock } from '../../../../components/code/code-block.js';
import { parseJsonText } from '../../../../components/code/json-editor.js';
import { useLiveQuery } from '../../../../lib/graphql/use-live-query.js';
import { useRefusal } from '../../../../lib/viewer.js';
import { texts } from '../../texts/form.js';
import { ComputedPanel } from '../panel.js';
import {
  ScheduleFormExpansionDocument,
  type ScheduleFormExpansionQuery,
} from '../schedule-form.generated.js';
import { usePrevious } from '../use-previous.js';
import { useSettled } from '../use-settled.js';

const t = texts.expansion;

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
  return (
    <ComputedPanel
      label={t.title}
      instead={refusal ?? (value === undefined && t.badJson)}
      error={error}
      shown={shown}
      isStale={data === undefined || settled !== params}
    >
      {(expansion) => <Expansion expansion={expansion} isPipeline={isPipeline} />}
    </ComputedPanel>
  );
}

type Preview = ScheduleFormExpansionQuery['previewExpansion'];

function Expansion({ expansion, isPipeline }: { expansion: Preview; isPipeline: boolean }) {
  const { jobs, total, dropped, sample } = expansion;
  const isPlain = total === 0 && jobs === 1;
  const count = <strong className="font-semibold text-ink">{t.jobs(jobs, isPipeline)}</strong>;
  return (
    <>
      <p>{isPlain ? t.noSource(count) : jobs === 0 ? t.noRows(count) : t.batches(count, expansion)}</p>
      {dropped.nulls + dropped.duplicates > 0 && (
        <p className="text-amber">{t.dropped(dropped.nulls, dropped.duplicates)}</p>
      )}
      {!isPlain && sample.length > 0 && (
        <details>
          <summary className="text-xs">{t.first(sample.length, isPipeline)}</summary>
          <CodeBlock
            label={t.firstParams(isPipeline)}
            value={sample.map((params) => JSON.stringify(params)).join('\n')}
            className="mt-1.5 text-ink"
          />
        </details>
      )}
    </>
  );
}

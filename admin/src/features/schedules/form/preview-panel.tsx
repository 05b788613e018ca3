import { useEffect } from 'react';
import { Time } from '../../../components/facts/time.js';
import { useLiveQuery } from '../../../lib/graphql/use-live-query.js';
import { formatInstant, VIEWER_ZONE } from '../../../lib/text/time.js';
import { common } from '../texts/common.js';
import { texts } from '../texts/form.js';
import { isOwnRhythm } from '../timing-words.js';
import { ComputedPanel } from './panel.js';
import {
  type PreviewScheduleInput,
  ScheduleFormPreviewDocument,
  type ScheduleFormPreviewQuery,
} from './schedule-form.generated.js';
import { usePrevious } from './use-previous.js';

const t = texts.preview;

const LONGEST_WAIT_MS = 86_400_000;

export interface PreviewPanelProps {
  /** Undefined if the form is incomplete. */
  input: PreviewScheduleInput | undefined;
  isTemplate: boolean;
}

/** The next runs, as computed by the server. */
export function PreviewPanel({ input, isTemplate }: PreviewPanelProps) {
  const { data, error, refetch } = useLiveQuery(ScheduleFormPreviewDocument, {
    variables: { input: input ?? {} },
    pause: input === undefined || isTemplate,
    refetchOn: { schedule: ({ id }) => id === input?.scheduleId },
  });
  const shown = usePrevious(data?.previewSchedule);
  const first = data?.previewSchedule.occurrences[0]?.at;
  // When the first one is due, it is removed and the next one moves up.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each first one is awaited once
  useEffect(() => {
    const wait = first === undefined ? Number.NaN : new Date(first).getTime() - Date.now();
    if (!(wait < LONGEST_WAIT_MS)) return;
    const timer = setTimeout(refetch, Math.max(wait, 0) + 1_000);
    return () => clearTimeout(timer);
  }, [first]);
  return (
    <ComputedPanel
      label={t.title}
      instead={isTemplate ? t.template : input === undefined && t.incomplete}
      error={error}
      shown={shown}
      isStale={data === undefined}
    >
      {(preview) => <Occurrences preview={preview} />}
    </ComputedPanel>
  );
}

type Preview = ScheduleFormPreviewQuery['previewSchedule'];

function Occurrences({ preview: { occurrences, transitions, timezone } }: { preview: Preview }) {
  const isElsewhere = timezone !== VIEWER_ZONE;
  if (occurrences.length === 0) return <p>{t.noRuns}</p>;
  return (
    <>
      <p className="text-xs text-muted">{isElsewhere ? t.zones(timezone, VIEWER_ZONE) : t.zone(timezone)}</p>
      <ol className="flex flex-col gap-1.5">
        {occurrences.map(({ at, source }) => (
          <li key={at} className="flex items-baseline justify-between gap-3">
            <span>
              <span className="text-ink">{formatInstant(new Date(at), timezone)}</span>
              {isElsewhere && (
                <span className="block text-xs">{formatInstant(new Date(at), VIEWER_ZONE)}</span>
              )}
              {!isOwnRhythm(source) && <span className="block text-xs">{common.sources[source]}</span>}
            </span>
            <span className="shrink-0 text-xs">
              <Time at={at} zone={timezone} />
            </span>
          </li>
        ))}
      </ol>
      {transitions.length > 0 && (
        <section aria-label={t.clockChanges} className="flex flex-col gap-1.5 border-t pt-2">
          <h3 className="text-xs font-medium text-ink">{t.clockChanges}</h3>
          {transitions.map(({ at, kind, localFrom, localTo, effect }) => (
            <div key={at} className="text-xs">
              <span className="text-ink">
                {t.clockChange(
                  formatInstant(new Date(at), timezone).replace(/,.*/, ''),
                  kind === 'GAP',
                  clockOf(localFrom),
                  clockOf(localTo),
                )}
              </span>
              <span className="block">{effect}</span>
            </div>
          ))}
        </section>
      )}
    </>
  );
}

/** `02:00` for `2027-03-14T02:00`. */
function clockOf(local: string): string {
  return local.split('T').at(-1)?.slice(0, 5) ?? local;
}

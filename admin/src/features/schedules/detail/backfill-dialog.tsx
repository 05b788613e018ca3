import { useMemo, useState } from 'react';
import { Button } from '../../../components/button.js';
import { DialogForm } from '../../../components/forms/dialog-form.js';
import { bindTo } from '../../../components/forms/draft.js';
import { TextField } from '../../../components/forms/fields.js';
import { Switch } from '../../../components/forms/inputs.js';
import { reportDone } from '../../../components/toast.js';
import { newRequestKey } from '../../../lib/graphql/request-key.js';
import { type ActionError, useAction } from '../../../lib/graphql/use-action.js';
import { useLiveQuery } from '../../../lib/graphql/use-live-query.js';
import { formatInstant } from '../../../lib/text/time.js';
import { useUrlState } from '../../../lib/url-state.js';
import { ComputedPanel } from '../form/panel.js';
import { usePrevious } from '../form/use-previous.js';
import { useSettled } from '../form/use-settled.js';
import { fromZonedText, toZonedText } from '../form/zoned-text.js';
import { common } from '../texts/common.js';
import { texts } from '../texts/dialogs.js';
import { OverrideFields, ownParams, readOverride } from './params-override.js';
import {
  ScheduleDetailBackfillCreateDocument,
  ScheduleDetailBackfillPreviewDocument,
  type ScheduleDetailBackfillPreviewQuery,
} from './schedule-detail.generated.js';
import { type ScheduleDialogProps, type ShownSchedule, targetOf } from './shown-schedule.js';

const t = texts.backfill;

const DAY_MS = 86_400_000;
const TYPING_MS = 300;

const RANGES = [
  { label: t.hours24, ms: DAY_MS },
  { label: t.days7, ms: 7 * DAY_MS },
  { label: t.days30, ms: 30 * DAY_MS },
];

interface BackfillDraft {
  /** As in `datetime-local`, in the time zone of the schedule. */
  from: string;
  to: string;
  atOnce: string;
  repeatExisting: boolean;
  hasOwnParams: boolean;
  params: string;
}

/** Runs past slots. The number of slots is shown in advance. */
export function BackfillDialog({ schedule, onClose }: ScheduleDialogProps) {
  const { id, name, zone } = schedule;
  const [draft, setDraft] = useState(
    (): BackfillDraft => ({
      ...rangeOf(DAY_MS, zone),
      atOnce: '1',
      repeatExisting: false,
      hasOwnParams: false,
      params: ownParams(schedule),
    }),
  );
  const change = (changed: Partial<BackfillDraft>) => setDraft((before) => ({ ...before, ...changed }));
  const bind = bindTo(draft, change);
  const [create] = useAction(ScheduleDetailBackfillCreateDocument, (data) => data.createBackfill);
  // The same request sent twice counts once; another one is another.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each draft has its own key
  const idempotencyKey = useMemo(newRequestKey, [JSON.stringify(draft)]);
  const [, changeUrl] = useUrlState();
  const { range, preview, error } = useSlotCount(schedule, draft);
  const shown = usePrevious(preview);
  const maxConcurrency = Number(draft.atOnce);
  const override = draft.hasOwnParams ? readOverride(schedule, draft.params) : undefined;
  const target = targetOf(schedule);

  async function submit(): Promise<ActionError | undefined> {
    if (range === undefined) return undefined;
    const params = override?.changed && { params: override.changed };
    const result = await create({
      input: { scheduleId: id, ...range, maxConcurrency, idempotencyKey, ...params },
    });
    return reportDone(result, t.started(preview?.toCreate ?? 0), () =>
      changeUrl({ tab: 'backfills', at: undefined }),
    );
  }

  return (
    <DialogForm
      title={t.title(name)}
      description={t.description(target.kind, target.name)}
      size="md"
      submitLabel={t.submit(preview?.toCreate)}
      disabledReason={
        refusalOf(preview, range !== undefined, error !== undefined, maxConcurrency) ?? override?.problem
      }
      onSubmit={submit}
      onClose={onClose}
    >
      <RangeFields draft={draft} change={change} zone={zone} />
      <TextField
        {...bind('atOnce')}
        label={t.concurrency}
        path="maxConcurrency"
        hint={t.concurrencyHint}
        type="number"
        min={1}
        max={100}
        className="max-w-24"
      />
      <Switch
        label={t.repeat}
        isOn={draft.repeatExisting}
        onChange={(repeatExisting) => change({ repeatExisting })}
      />
      <Switch
        label={t.override}
        isOn={draft.hasOwnParams}
        onChange={(hasOwnParams) => change({ hasOwnParams })}
      />
      {override && (
        <OverrideFields
          schedule={schedule}
          text={draft.params}
          onChange={(params) => change({ params })}
          override={override}
          scope={t.overrideScope}
        />
      )}
      <ComputedPanel
        label={common.preview}
        instead={range === undefined && t.previewMissing}
        error={error}
        shown={shown}
        isStale={preview === undefined}
      >
        {(counted) => <Counted preview={counted} zone={zone} />}
      </ComputedPanel>
    </DialogForm>
  );
}

/** The slots that the draft stands for, as the server counts them. */
function useSlotCount({ id, zone }: ShownSchedule, draft: BackfillDraft) {
  const from = fromZonedText(draft.from, zone);
  // Until now, so that slots that become due meanwhile are included.
  const to = draft.to === '' ? null : fromZonedText(draft.to, zone);
  const { repeatExisting } = draft;
  /** Undefined if the dates are not valid. */
  const range = from === undefined || to === undefined ? undefined : { from, to, repeatExisting };
  const asked = useSettled(range, TYPING_MS);
  const { data, error } = useLiveQuery(ScheduleDetailBackfillPreviewDocument, {
    variables: { id, from: '', ...asked },
    pause: asked === undefined,
    refetchOn: { schedule: (event) => event.id === id },
  });
  const isStale = JSON.stringify(range) !== JSON.stringify(asked);
  return { range, error, preview: error || isStale ? undefined : data?.previewBackfill };
}

interface RangeFieldsProps {
  draft: BackfillDraft;
  change: (changed: Partial<BackfillDraft>) => void;
  zone: string;
}

function RangeFields({ draft, change, zone }: RangeFieldsProps) {
  const bind = bindTo(draft, change);
  return (
    <div className="flex flex-col gap-1.5">
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          {...bind('from')}
          label={t.from}
          isRequired
          hint={t.fromHint(zone)}
          type="datetime-local"
        />
        <TextField {...bind('to')} label={t.to} hint={t.toHint} type="datetime-local" />
      </div>
      <div className="flex flex-wrap items-center gap-1.5">
        <span className="text-muted">{t.last}</span>
        {RANGES.map(({ label, ms }) => (
          <Button key={label} size="sm" onClick={() => change(rangeOf(ms, zone))}>
            {label}
          </Button>
        ))}
      </div>
    </div>
  );
}

function rangeOf(ms: number, zone: string): { from: string; to: string } {
  // Rounded up. Otherwise the last 24 hours would have 25 slots of an hourly schedule right after the hour.
  const minute = Math.ceil((Date.now() - ms) / 60_000) * 60_000;
  return { from: toZonedText(new Date(minute).toISOString(), zone), to: '' };
}

type Preview = ScheduleDetailBackfillPreviewQuery['previewBackfill'];

function refusalOf(
  preview: Preview | undefined,
  isReadable: boolean,
  isWrong: boolean,
  atOnce: number,
): string | undefined {
  if (!isReadable) return t.startMissing;
  if (isWrong) return t.rangeRefused;
  if (!preview) return t.counting;
  if (preview.toCreate === 0) return t.noSlots;
  return Number.isInteger(atOnce) && atOnce >= 1 && atOnce <= 100 ? undefined : t.concurrencyInvalid;
}

/** What the backfill would do. */
function Counted({
  preview: { total, existing, toCreate, first, last },
  zone,
}: {
  preview: Preview;
  zone: string;
}) {
  const instants = [...first, ...last.filter((at) => !first.includes(at))];
  const left = toCreate - instants.length;
  return (
    <>
      <p>
        {t.plan(<strong className="font-semibold text-ink">{t.slots(toCreate)}</strong>, {
          total,
          existing,
          toCreate,
        })}
      </p>
      {toCreate > 0 && (
        <ul aria-label={t.slotsToRun} className="flex flex-col">
          {instants.map((at, index) => (
            <li key={at}>
              {formatInstant(new Date(at), zone)}
              {left > 0 && index === first.length - 1 && (
                <span className="block text-xs">{t.moreSlots(left)}</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

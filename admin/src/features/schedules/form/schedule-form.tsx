import { useNavigate } from '@tanstack/react-router';
import { bindTo, changesOf, refusalOf } from '../../../components/forms/draft.js';
import { EntityForm } from '../../../components/forms/entity-form.js';
import { TextAreaField, TextField } from '../../../components/forms/fields.js';
import { FieldGroup } from '../../../components/forms/form.js';
import { Switch } from '../../../components/forms/inputs.js';
import { KeyField } from '../../../components/forms/key-field.js';
import { useDraft } from '../../../components/forms/use-draft.js';
import { useRefused } from '../../../components/forms/use-refused.js';
import { toast } from '../../../components/toast.js';
import { useAction } from '../../../lib/graphql/use-action.js';
import { linkTo } from '../../../lib/link-to.js';
import { useIsWide } from '../../../lib/media.js';
import { common } from '../texts/common.js';
import { texts } from '../texts/form.js';
import { readDraft, type ScheduleDraft, TOGETHER } from './draft.js';
import { DeliverySection, PoliciesSection } from './option-sections.js';
import { ExpansionPanel } from './params/expansion-panel.js';
import { ParamsSection } from './params-section.js';
import { previewInputOf } from './preview-input.js';
import { PreviewPanel } from './preview-panel.js';
import { ScheduleFormCreateDocument, ScheduleFormUpdateDocument } from './schedule-form.generated.js';
import type { SectionProps } from './section-props.js';
import { TargetSection } from './target-section.js';
import { TimingSection } from './timing-section.js';
import { useSettled } from './use-settled.js';

const t = texts.form;

const TYPING_MS = 300;

export interface ScheduleFormProps {
  /** ID of the edited schedule. Omitted for a new one. */
  id?: string;
  /** Who manages the schedule as configuration. */
  managedBy?: string | null | undefined;
  initial: ScheduleDraft;
  /** What is stored now. Undefined for a new schedule, and for one that has been deleted. */
  stored?: ScheduleDraft | undefined;
  /** The default time zone of the settings. */
  defaultZone: string;
}

export function ScheduleForm({ id, managedBy, initial, stored, defaultZone }: ScheduleFormProps) {
  const navigate = useNavigate();
  const isWide = useIsWide();
  const { opened, draft, change, isDirty, saved, reload } = useDraft(initial, stored);
  const [create, isCreating] = useAction(ScheduleFormCreateDocument, (data) => data.createSchedule);
  const [update, isUpdating] = useAction(ScheduleFormUpdateDocument, (data) => data.updateSchedule);

  const { input } = readDraft(draft, defaultZone);
  const [error, setError] = useRefused(input, TOGETHER);
  const before = readDraft(opened, defaultZone).input;
  const settled = useSettled(previewInputOf(id, input, before), TYPING_MS);

  async function save(): Promise<void> {
    const read = readDraft(draft, defaultZone);
    const flawed = refusalOf(read.issues);
    if (flawed) return setError(flawed);
    const result =
      id === undefined
        ? await create({ input: read.input })
        : await update({ id, input: changesOf(before, read.input) });
    if (result.kind === 'error') return setError(result.error);
    setError(undefined);
    saved();
    const { name } = result.value;
    toast({ kind: 'success', title: id === undefined ? t.created(name) : t.saved(name) });
    void navigate({ ...linkTo.schedule(result.value.id), replace: true, ignoreBlocker: true });
  }

  const preview = <PreviewPanel input={settled} isTemplate={draft.template} />;
  const expansion = <ExpansionPanel params={draft.params} isPipeline={draft.targetType === 'PIPELINE'} />;
  const section = { draft, change, bind: bindTo(draft, change) };
  return (
    <div className="flex max-w-6xl items-start gap-8 px-4 py-4 md:px-6">
      <div className="min-w-0 flex-1">
        <EntityForm
          label={id === undefined ? common.create : t.edit}
          isNew={id === undefined}
          managedBy={managedBy}
          submitLabel={id === undefined ? common.create : t.save}
          error={error}
          isDirty={isDirty}
          isBusy={isCreating || isUpdating}
          onSave={save}
          onReload={reload}
          back={id === undefined ? { to: '/scheduler/schedules' } : linkTo.schedule(id)}
        >
          <BasicFields {...section} />
          <TargetSection {...section} />
          <TimingSection {...section} defaultZone={defaultZone} />
          {!isWide && preview}
          <ParamsSection {...section} />
          {!isWide && expansion}
          <DeliverySection {...section} />
          <PoliciesSection {...section} />
          <div className="border-t pt-3">
            <Switch
              label={common.states.enabled}
              isOn={draft.enabled}
              onChange={(enabled) => change({ enabled })}
            />
          </div>
        </EntityForm>
      </div>
      {isWide && (
        <aside
          aria-label={common.preview}
          className="sticky top-4 flex max-h-[calc(100dvh-2rem)] w-88 shrink-0 flex-col gap-4 overflow-y-auto"
        >
          {preview}
          {expansion}
        </aside>
      )}
    </div>
  );
}

function BasicFields({ bind }: SectionProps) {
  return (
    <FieldGroup legend={t.basic}>
      <TextField {...bind('name')} label={common.name} isRequired maxLength={200} />
      <KeyField {...bind('key')} />
      <TextAreaField {...bind('description')} label={t.description} rows={2} />
      <TextField {...bind('labels')} label={common.labels} hint={t.labelsHint} isMono />
    </FieldGroup>
  );
}

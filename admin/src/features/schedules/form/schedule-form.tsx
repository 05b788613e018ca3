import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../../components/button.js';
import { Field, FieldGroup, Form } from '../../../components/form.js';
import { Switch, TextArea, TextInput } from '../../../components/inputs.js';
import { Kbd } from '../../../components/kbd.js';
import { toast } from '../../../components/toast.js';
import { useIsWide } from '../../../lib/media.js';
import { type ActionError, useAction } from '../../../lib/use-action.js';
import { DeliverySection } from './delivery-section.js';
import { changesOf, readDraft, type ScheduleDraft } from './draft.js';
import { ExpansionPanel } from './expansion-panel.js';
import { ParamsSection } from './params-section.js';
import { PoliciesSection } from './policies-section.js';
import { previewInputOf } from './preview-input.js';
import { PreviewPanel } from './preview-panel.js';
import { ScheduleFormCreateDocument, ScheduleFormUpdateDocument } from './schedule-form.generated.js';
import { TargetSection } from './target-section.js';
import { TimingSection } from './timing-section.js';
import { useSettled } from './use-settled.js';

const TYPING_MS = 300;

export interface ScheduleFormProps {
  /** Of the schedule that is edited; left out: a new one is made. */
  id?: string;
  initial: ScheduleDraft;
  /** Of the settings: for schedules that name none. */
  defaultZone: string;
}

export function ScheduleForm({ id, initial, defaultZone }: ScheduleFormProps) {
  const navigate = useNavigate();
  const isWide = useIsWide();
  const host = useRef<HTMLDivElement>(null);
  const [draft, setDraft] = useState(initial);
  const [error, setError] = useState<ActionError>();
  const [savedId, setSavedId] = useState<string>();
  const [create, isCreating] = useAction(ScheduleFormCreateDocument, (data) => data.createSchedule);
  const [update, isUpdating] = useAction(ScheduleFormUpdateDocument, (data) => data.updateSchedule);
  const isBusy = isCreating || isUpdating;
  const change = (changed: Partial<ScheduleDraft>) => setDraft((before) => ({ ...before, ...changed }));

  const { input } = readDraft(draft, defaultZone);
  const before = readDraft(initial, defaultZone).input;
  const isDirty = savedId === undefined && JSON.stringify(draft) !== JSON.stringify(initial);
  const settled = useSettled(previewInputOf(id, input, before), TYPING_MS);

  async function save(): Promise<void> {
    if (isBusy) return;
    const read = readDraft(draft, defaultZone);
    if (read.issues.length > 0) {
      return setError({ code: 'VALIDATION', message: 'This cannot be sent as it is.', issues: read.issues });
    }
    const result =
      id === undefined
        ? await create({ input: read.input })
        : await update({ id, input: changesOf(before, read.input) });
    if (result.kind === 'error') return setError(result.error);
    setError(undefined);
    toast({
      kind: 'success',
      title: `${result.value.name} ${id === undefined ? 'created' : 'saved'}`,
    });
    setSavedId(result.value.id);
  }

  // Once nothing is unsaved any more, the guard lets go.
  useEffect(() => {
    if (savedId !== undefined) void navigate({ to: `/scheduler/schedules/${savedId}` as never });
  }, [savedId, navigate]);

  useEffect(() => {
    if (!error) return;
    const frame = requestAnimationFrame(() =>
      host.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
    );
    return () => cancelAnimationFrame(frame);
  }, [error]);

  /** Before the editors see it, which know another meaning of it. */
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    void save();
  }

  const back = id === undefined ? '/scheduler/schedules' : `/scheduler/schedules/${id}`;
  const preview = <PreviewPanel input={settled} isTemplate={draft.template} />;
  const expansion = <ExpansionPanel params={draft.params} isPipeline={draft.targetType === 'PIPELINE'} />;
  const section = { draft, change };
  return (
    <div
      ref={host}
      onKeyDownCapture={onKeyDown}
      className="flex max-w-6xl items-start gap-8 px-4 py-4 md:px-6"
    >
      <div className="min-w-0 flex-1">
        <Form
          label={id === undefined ? 'Create a schedule' : 'Edit the schedule'}
          error={error}
          isDirty={isDirty}
          onSubmit={() => void save()}
          footer={
            <>
              <Button onClick={() => void navigate({ to: back as never })}>Cancel</Button>
              <Button
                type="submit"
                variant="primary"
                requires="ADMIN"
                disabledReason={id !== undefined && !isDirty ? 'Nothing has been changed.' : undefined}
                isBusy={isBusy}
              >
                {id === undefined ? 'Create Schedule' : 'Save'}
                <span aria-hidden="true" className="ml-1 hidden sm:inline">
                  <Kbd keys="mod+Enter" />
                </span>
              </Button>
            </>
          }
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
            <Switch label="Enabled" isOn={draft.enabled} onChange={(enabled) => change({ enabled })} />
          </div>
        </Form>
      </div>
      {isWide && (
        <aside
          aria-label="What would come of it"
          className="sticky top-4 flex max-h-[calc(100dvh-2rem)] w-88 shrink-0 flex-col gap-4 overflow-y-auto"
        >
          {preview}
          {expansion}
        </aside>
      )}
    </div>
  );
}

function BasicFields({
  draft: { name, description },
  change,
}: {
  draft: ScheduleDraft;
  change: (changed: Partial<ScheduleDraft>) => void;
}) {
  return (
    <FieldGroup legend="Basic info">
      <Field label="Name" path="name" isRequired>
        {(control) => (
          <TextInput
            {...control}
            value={name}
            maxLength={200}
            onChange={(event) => change({ name: event.target.value })}
          />
        )}
      </Field>
      <Field label="Description" path="description">
        {(control) => (
          <TextArea
            {...control}
            rows={2}
            value={description}
            onChange={(event) => change({ description: event.target.value })}
          />
        )}
      </Field>
    </FieldGroup>
  );
}

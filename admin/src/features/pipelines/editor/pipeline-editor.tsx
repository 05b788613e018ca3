import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useRef } from 'react';
import { Button, IconButton } from '../../../components/button.js';
import { SidePanel } from '../../../components/dialog.js';
import { UnsavedGuard } from '../../../components/forms/form.js';
import { FormContext } from '../../../components/forms/form-context.js';
import { Kbd } from '../../../components/kbd.js';
import { PageHeader } from '../../../components/page-header.js';
import { Segments } from '../../../components/segments.js';
import { Redo2, Undo2 } from '../../../icons/lucide.js';
import { useFirstFieldFocus } from '../../../lib/focus/use-first-field-focus.js';
import { useCommands } from '../../../lib/keys/commands.js';
import { useShortcuts } from '../../../lib/keys/shortcuts.js';
import { useSaveKeys } from '../../../lib/keys/use-save-keys.js';
import type { LinkTarget } from '../../../lib/link-target.js';
import { linkTo } from '../../../lib/link-to.js';
import { useIsWide } from '../../../lib/media.js';
import { useUrlState } from '../../../lib/url-state.js';
import { common } from '../texts/common.js';
import { texts } from '../texts/editor.js';
import type { PipelineDraft } from './draft.js';
import { Notices, type NoticesProps } from './notices.js';
import { Inspector } from './panel/inspector.js';
import { PipelinePanel } from './panel/pipeline-panel.js';
import { StepPanel } from './panel/step-panel.js';
import { ProblemList } from './problem-list.js';
import { toIssues } from './problems.js';
import type { History } from './use-history.js';
import { type PipelineEditing, type PipelineEditingProps, usePipelineEditor } from './use-pipeline-editor.js';
import { AddStepButton, AgentPalette } from './views/add-step.js';
import { GraphView } from './views/graph-view.js';
import { JsonView } from './views/json-view.js';
import { ListView } from './views/list-view.js';

const t = texts.page;

const VIEWS = [
  { id: 'graph', label: t.views.graph },
  { id: 'list', label: t.views.list },
  { id: 'json', label: t.views.json },
] as const;

const PARENT = { label: common.pipelines, to: '/scheduler/pipelines' } as const;

export interface PipelineEditorProps extends PipelineEditingProps, Pick<NoticesProps, 'managedBy'> {}

/**
 * Graph, list and JSON are three views of one draft. The panel beside them shows the selected step,
 * otherwise the pipeline.
 */
export function PipelineEditor(props: PipelineEditorProps) {
  const { id, initial, managedBy, meanwhile, onReload } = props;
  const editor = usePipelineEditor(props);
  const { editing, history, check, saving, announcement, adding, insert, closeAdding } = editor;
  const isWide = useIsWide();
  const host = useRef<HTMLDivElement>(null);
  useFirstFieldFocus(host, id === undefined && !editor.refusal);
  useEditorKeys(editor);
  useSaveKeys(host, editor.save);
  return (
    <FormContext value={{ issues: toIssues(editing.problems, history.value.steps) }}>
      <div
        ref={host}
        onKeyDownCapture={onSaveKeys(editor.save)}
        className="flex min-h-full flex-col xl:h-full"
      >
        <PageHeader
          title={id === undefined ? common.createPipeline : t.edit(initial.name)}
          parent={PARENT}
          actions={<EditorActions id={id} {...editor} />}
        />
        <Notices
          managedBy={managedBy}
          refusal={editor.refusal}
          meanwhile={meanwhile}
          error={saving.error}
          onReload={onReload}
        />
        <div className="flex min-h-0 flex-1 flex-col xl:flex-row">
          {!isWide && (
            <section aria-label={common.pipeline} className="border-b px-4 py-4 md:px-6">
              <PipelinePanel editing={editing} focusCount={editor.focusCount} />
            </section>
          )}
          <div className="flex min-w-0 flex-1 flex-col">
            <div className="flex flex-wrap items-center gap-2 border-b px-4 py-2 md:px-6">
              <Segments label={t.view} param="view" options={VIEWS} defaultId="graph" />
              <AddStepButton editing={editing} />
            </div>
            <div className="flex min-h-80 flex-1 flex-col overflow-y-auto">
              <EditorView {...editor} />
            </div>
            <div className="border-t px-4 py-2 empty:hidden md:px-6">
              <ProblemList editing={editing} isStale={check.isStale} isUnknown={check.isUnknown} />
            </div>
          </div>
          <EditorPanel {...editor} isWide={isWide} />
        </div>
        <p role="status" className="sr-only">
          {announcement}
        </p>
      </div>
      {adding && (
        <AgentPalette editing={editing} after={adding.after} onChoose={insert} onClose={closeAdding} />
      )}
      <UnsavedGuard isDirty={editor.isDirty} />
    </FormContext>
  );
}

/** For the side panel of narrow windows, whose elements are not within those of the page. */
function onSaveKeys(save: () => void) {
  return (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    save();
  };
}

function useEditorKeys({ editing, history }: PipelineEditing): void {
  const [, changeUrl] = useUrlState();
  const add = () => editing.add(editing.selected);
  useShortcuts([
    { keys: 'a', label: texts.addStep.label, group: common.steps, run: add },
    {
      keys: 'mod+z',
      label: t.undoOrRedo,
      group: common.steps,
      run: ({ shiftKey }) => (shiftKey ? history.redo() : history.undo()),
    },
    { keys: 'mod+y', label: t.redo, group: common.steps, run: history.redo },
  ]);
  useCommands([
    { id: 'pipeline add', label: texts.addStep.label, keys: 'a', run: add },
    ...VIEWS.map(({ id: name, label }) => ({
      id: `pipeline view ${name}`,
      label: t.showAs(label),
      run: () => changeUrl({ view: name === 'graph' ? undefined : name }),
    })),
  ]);
}

function EditorView({ editing, typed, setTyped }: PipelineEditing) {
  const [{ view }] = useUrlState();
  if (view === 'list') return <ListView editing={editing} />;
  if (view === 'json') return <JsonView editing={editing} typed={typed} onType={setTyped} />;
  return <GraphView editing={editing} />;
}

/** The selected step, beside the views or above them. */
function EditorPanel(props: PipelineEditing & { isWide: boolean }) {
  const { editing, focusCount, isPanelOpen, closePanel, isWide } = props;
  const step = editing.draft.steps.find(({ key }) => key === editing.selected);
  const panel = step && <StepPanel key={step.key} editing={editing} step={step} focusCount={focusCount} />;
  if (isWide)
    return (
      <Inspector editing={editing}>
        {panel ?? <PipelinePanel editing={editing} focusCount={focusCount} />}
      </Inspector>
    );
  return (
    <SidePanel
      isOpen={step !== undefined && isPanelOpen}
      onClose={closePanel}
      title={step?.stepId || common.step}
    >
      {panel}
    </SidePanel>
  );
}

function EditorActions({ id, history, saving, save, isDirty }: PipelineEditing & { id: string | undefined }) {
  const navigate = useNavigate();
  const back: LinkTarget = id === undefined ? { to: PARENT.to } : linkTo.pipeline(id);
  return (
    <>
      <UndoButtons history={history} />
      <Button onClick={() => void navigate(back)}>{t.cancel}</Button>
      <Button
        variant="primary"
        requires="ADMIN"
        disabledReason={id !== undefined && !isDirty ? t.noChanges : undefined}
        isBusy={saving.isBusy}
        onClick={save}
      >
        {id === undefined ? common.createPipeline : t.save}
        <span aria-hidden="true" className="ml-1 hidden sm:inline">
          <Kbd keys="mod+Enter" />
        </span>
      </Button>
    </>
  );
}

function UndoButtons({ history }: { history: History<PipelineDraft> }) {
  return (
    <span className="mr-2 flex">
      <IconButton
        label={common.undo}
        icon={Undo2}
        disabledReason={history.canUndo ? undefined : t.nothingToUndo}
        onClick={history.undo}
      />
      <IconButton
        label={t.redo}
        icon={Redo2}
        disabledReason={history.canRedo ? undefined : t.nothingToRedo}
        onClick={history.redo}
      />
    </span>
  );
}

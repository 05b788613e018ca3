import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { Button, IconButton } from '../../../components/button.js';
import { SidePanel } from '../../../components/dialog.js';
import { UnsavedGuard } from '../../../components/forms/form.js';
import { FormContext } from '../../../components/forms/form-context.js';
import { Kbd } from '../../../components/kbd.js';
import { PageHeader } from '../../../components/page-header.js';
import { Segments } from '../../../components/segments.js';
import { Redo2, Undo2 } from '../../../icons/lucide.js';
import { useCommands } from '../../../lib/commands.js';
import type { LinkTarget } from '../../../lib/link-target.js';
import { linkTo } from '../../../lib/link-to.js';
import { useIsWide } from '../../../lib/media.js';
import { useShortcuts } from '../../../lib/shortcuts.js';
import { useUrlState } from '../../../lib/url-state.js';
import { useRefusal } from '../../../lib/viewer.js';
import type { PipelineDraft } from './draft.js';
import { Notices, type NoticesProps } from './notices.js';
import { Inspector } from './panel/inspector.js';
import { PipelinePanel } from './panel/pipeline-panel.js';
import { StepPanel } from './panel/step-panel.js';
import { ProblemList } from './problem-list.js';
import { toIssues } from './problems.js';
import { useEditing } from './use-editing.js';
import { useHistory } from './use-history.js';
import { useProblems } from './use-problems.js';
import { useSave } from './use-save.js';
import { AddStepButton, AgentPalette } from './views/add-step.js';
import { GraphView } from './views/graph-view.js';
import { JsonView, type TypedJson } from './views/json-view.js';
import { ListView } from './views/list-view.js';

const VIEWS = [
  { id: 'graph', label: 'Graph' },
  { id: 'list', label: 'List' },
  { id: 'json', label: 'JSON' },
] as const;

const PARENT = { label: 'Pipelines', to: '/scheduler/pipelines' } as const;

export interface PipelineEditorProps extends Pick<NoticesProps, 'managedBy' | 'meanwhile' | 'onReload'> {
  /** ID of the edited pipeline. Undefined for a new one. */
  id: string | undefined;
  initial: PipelineDraft;
  /** Names of agents by ID. */
  names: ReadonlyMap<string, string>;
}

/**
 * Graph, list and JSON are three views of one draft. The panel beside them shows the selected step,
 * otherwise the pipeline.
 */
export function PipelineEditor({ id, initial, names, managedBy, meanwhile, onReload }: PipelineEditorProps) {
  const navigate = useNavigate();
  const isWide = useIsWide();
  const [{ view = 'graph' }, changeUrl] = useUrlState();
  const history = useHistory(initial);
  const draft = history.value;
  const [typed, setTyped] = useState<TypedJson>();
  const [wasSent, setWasSent] = useState(false);
  const judged = useProblems(draft);
  // A name that has not been typed yet is not reported as a problem.
  const problems = judged.problems.filter(
    ({ path }) => wasSent || draft.name !== '' || path[0] !== 'name' || path.length > 1,
  );
  const isUntouched = !wasSent && draft.steps.length === 0;
  const state = useEditing(history, isUntouched ? [] : problems, names);
  const { editing } = state;
  const step = draft.steps.find(({ key }) => key === editing.selected);
  const refusal = useRefusal('ADMIN');
  const isBroken = typed?.draft === draft && typed.issues.length > 0;
  const saving = useSave({ id, draft, initial, select: editing.select });
  const isDirty = !saving.isSaved && (isBroken || saving.isChanged);

  function save(): void {
    if (refusal || (id !== undefined && !isDirty)) return;
    setWasSent(true);
    if (isBroken) changeUrl({ view: 'json' });
    else void saving.save();
  }

  useEffect(() => {
    if (meanwhile === 'saved' && !isDirty && !saving.isSaved) onReload();
  }, [meanwhile, isDirty, saving.isSaved, onReload]);

  const back: LinkTarget = id === undefined ? { to: PARENT.to } : linkTo.pipeline(id);
  const add = () => editing.add(editing.selected);
  useShortcuts([
    { keys: 'a', label: 'Add step', group: 'Steps', run: add },
    {
      keys: 'mod+z',
      label: 'Undo; with Shift, redo',
      group: 'Steps',
      run: ({ shiftKey }) => (shiftKey ? history.redo() : history.undo()),
    },
    { keys: 'mod+y', label: 'Redo', group: 'Steps', run: history.redo },
  ]);
  useCommands([
    { id: 'pipeline add', label: 'Add step', keys: 'a', run: add },
    ...VIEWS.map(({ id: name, label }) => ({
      id: `pipeline view ${name}`,
      label: `Show as ${label}`,
      run: () => changeUrl({ view: name === 'graph' ? undefined : name }),
    })),
  ]);

  /** Handled before the editors, which use the shortcut for something else. */
  function onKeyDownCapture(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    save();
  }

  const stepPanel = step && (
    <StepPanel key={step.key} editing={editing} step={step} focusCount={state.focusCount} />
  );
  return (
    <FormContext value={{ issues: toIssues(editing.problems, draft.steps) }}>
      <div onKeyDownCapture={onKeyDownCapture} className="flex min-h-full flex-col xl:h-full">
        <PageHeader
          title={id === undefined ? 'Create pipeline' : `Edit ${initial.name}`}
          parent={PARENT}
          actions={
            <>
              <UndoButtons history={history} />
              <Button onClick={() => void navigate(back)}>Cancel</Button>
              <Button
                variant="primary"
                requires="ADMIN"
                disabledReason={id !== undefined && !isDirty ? 'There are no changes to save.' : undefined}
                isBusy={saving.isBusy}
                onClick={save}
              >
                {id === undefined ? 'Create pipeline' : 'Save'}
                <span aria-hidden="true" className="ml-1 hidden sm:inline">
                  <Kbd keys="mod+Enter" />
                </span>
              </Button>
            </>
          }
        />
        <Notices
          managedBy={managedBy}
          refusal={refusal}
          meanwhile={meanwhile}
          error={saving.error}
          onReload={onReload}
        />
        <div className="flex min-h-0 flex-1 flex-col xl:flex-row">
          {!isWide && (
            <section aria-label="Pipeline" className="border-b px-4 py-4 md:px-6">
              <PipelinePanel editing={editing} focusCount={state.focusCount} />
            </section>
          )}
          <div className="flex min-w-0 flex-1 flex-col">
            <div className="flex flex-wrap items-center gap-2 border-b px-4 py-2 md:px-6">
              <Segments label="View" param="view" options={VIEWS} defaultId="graph" />
              <AddStepButton editing={editing} />
            </div>
            <div className="flex min-h-80 flex-1 flex-col overflow-y-auto">
              {view === 'list' ? (
                <ListView editing={editing} />
              ) : view === 'json' ? (
                <JsonView editing={editing} typed={typed} onType={setTyped} />
              ) : (
                <GraphView editing={editing} />
              )}
            </div>
            <div className="border-t px-4 py-2 empty:hidden md:px-6">
              <ProblemList editing={editing} isStale={judged.isStale} isUnknown={judged.isUnknown} />
            </div>
          </div>
          {isWide ? (
            <Inspector editing={editing}>
              {stepPanel ?? <PipelinePanel editing={editing} focusCount={state.focusCount} />}
            </Inspector>
          ) : (
            <SidePanel
              isOpen={step !== undefined}
              onClose={() => editing.select(undefined)}
              title={step?.stepId || 'Step'}
            >
              {stepPanel}
            </SidePanel>
          )}
        </div>
        <p role="status" className="sr-only">
          {state.said}
        </p>
      </div>
      {state.adding && (
        <AgentPalette
          editing={editing}
          after={state.adding.after}
          onChoose={state.insert}
          onClose={state.closeAdding}
        />
      )}
      <UnsavedGuard isDirty={isDirty} />
    </FormContext>
  );
}

function UndoButtons({ history }: { history: ReturnType<typeof useHistory<PipelineDraft>> }) {
  return (
    <span className="mr-2 flex">
      <IconButton
        label="Undo"
        icon={Undo2}
        disabledReason={history.canUndo ? undefined : 'There is nothing to undo.'}
        onClick={history.undo}
      />
      <IconButton
        label="Redo"
        icon={Redo2}
        disabledReason={history.canRedo ? undefined : 'There is nothing to redo.'}
        onClick={history.redo}
      />
    </span>
  );
}

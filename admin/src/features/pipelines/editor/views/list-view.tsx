import { type KeyboardEvent, useRef } from 'react';
import { flushSync } from 'react-dom';
import { IconButton } from '../../../../components/button.js';
import { ArrowDown, ArrowUp, Lock, Repeat2, Split, Trash2, TriangleAlert } from '../../../../icons/lucide.js';
import { cn } from '../../../../lib/class-names.js';
import { useShortcuts } from '../../../../lib/keys/shortcuts.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/editor.js';
import type { StepDraft } from '../draft.js';
import { type Editing, stepName } from '../editing.js';
import { AddStepButton } from './add-step.js';
import { NoSteps } from './graph-view.js';

const t = texts.steps;

/** The draft as a list, in the order that decides which of two ready steps starts first. */
export function ListView({ editing }: { editing: Editing }) {
  const list = useRef<HTMLOListElement>(null);
  const { draft, move, remove, select } = editing;
  const { steps } = draft;

  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-step]') ?? [])];
  function focusRow(index: number): void {
    rows()
      .at(Math.max(0, Math.min(steps.length - 1, index)))
      ?.focus();
  }
  const focused = () => rows().indexOf(document.activeElement as HTMLElement);
  useShortcuts([
    { keys: 'j', label: t.next, group: common.steps, run: () => focusRow(focused() + 1) },
    { keys: 'k', label: t.previous, group: common.steps, run: () => focusRow(Math.max(0, focused() - 1)) },
  ]);

  function onKeyDown(event: KeyboardEvent, { key }: StepDraft, index: number): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key] as 1 | -1 | undefined;
    if (step && event.altKey) {
      // Rendered immediately, so that the next key acts on the row at its new position.
      flushSync(() => move(key, step));
      focusRow(index + step);
    } else if (step) focusRow(index + step);
    else if (event.key === 'Delete' || event.key === 'Backspace') {
      flushSync(() => remove(key));
      focusRow(Math.min(index, steps.length - 2));
    } else return;
    event.preventDefault();
  }

  if (steps.length === 0) return <NoSteps editing={editing} />;
  return (
    <div className="flex flex-col">
      <ol ref={list} aria-label={t.inOrder}>
        {steps.map((step, index) => (
          <li
            key={step.key}
            className={cn(
              'flex items-center gap-1 border-b pr-3',
              step.key === editing.selected ? 'bg-accent-soft' : 'hover:bg-hover',
            )}
          >
            <button
              type="button"
              data-step={step.key}
              aria-pressed={step.key === editing.selected}
              onClick={({ detail }) => select(step.key, detail === 0)}
              onKeyDown={(event) => onKeyDown(event, step, index)}
              className="flex min-h-12 min-w-0 flex-1 items-center gap-3 px-4 py-1.5 text-left -outline-offset-2 md:px-6"
            >
              <span className="w-5 shrink-0 text-right text-xs text-muted">{index + 1}</span>
              <Row editing={editing} step={step} />
            </button>
            <IconButton
              label={t.moveUp(step.stepId)}
              icon={ArrowUp}
              disabledReason={index === 0 ? t.isFirst : undefined}
              onClick={() => move(step.key, -1)}
            />
            <IconButton
              label={t.moveDown(step.stepId)}
              icon={ArrowDown}
              disabledReason={index === steps.length - 1 ? t.isLast : undefined}
              onClick={() => move(step.key, 1)}
            />
            <IconButton label={t.delete(step.stepId)} icon={Trash2} onClick={() => remove(step.key)} />
          </li>
        ))}
      </ol>
      <div className="px-4 py-3 md:px-6">
        <AddStepButton editing={editing} />
      </div>
    </div>
  );
}

function Row({ editing: { draft, problems, agentName }, step }: { editing: Editing; step: StepDraft }) {
  const { key, stepId, agentId, dependsOn, parallel, runIf, loop } = step;
  const own = problems.filter((problem) => problem.key === key);
  const look = 'size-3 shrink-0';
  return (
    <span className="flex min-w-0 flex-1 flex-col">
      <span className="flex min-w-0 items-baseline gap-2">
        <span className={cn('truncate font-medium', !stepId && 'text-muted')}>
          {stepId || common.unnamedStep}
        </span>
        <span className="truncate text-xs text-muted">{agentName(agentId) || common.noAgent}</span>
      </span>
      <span className="flex min-w-0 flex-wrap items-center gap-x-3 text-xs text-muted">
        <span className="min-w-0 truncate">
          {dependsOn.length === 0
            ? t.startsImmediately
            : t.after(dependsOn.map((other) => stepName(draft, other)))}
        </span>
        {runIf !== 'ALL_SUCCEEDED' && (
          <span className="inline-flex items-center gap-1">
            <Split aria-hidden="true" className={look} />
            {common.ifCondition(runIf)}
          </span>
        )}
        {!parallel && (
          <span className="inline-flex items-center gap-1">
            <Lock aria-hidden="true" className={look} />
            {common.runsAlone}
          </span>
        )}
        {loop && (
          <span className="inline-flex items-center gap-1">
            <Repeat2 aria-hidden="true" className={look} />
            {common.loopsTo(stepName(draft, loop.to))}
          </span>
        )}
        {own.length > 0 && (
          <span className="inline-flex items-center gap-1 text-red">
            <TriangleAlert aria-hidden="true" className={look} />
            {common.problems(own.length)}
          </span>
        )}
      </span>
    </span>
  );
}

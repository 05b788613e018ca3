import type { KeyboardEvent, ReactNode } from 'react';
import { IconButton } from '../../../../components/button.js';
import { X } from '../../../../icons/lucide.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/editor.js';
import type { Editing } from '../editing.js';

/** The panel beside the views. Escape returns to the step in the view. */
export function Inspector({ editing, children }: { editing: Editing; children: ReactNode }) {
  const { draft, selected, select } = editing;
  const step = draft.steps.find(({ key }) => key === selected);
  function leave(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.defaultPrevented || !selected) return;
    const key = CSS.escape(selected);
    document.querySelector<HTMLElement>(`[data-step="${key}"],.react-flow__node[data-id="${key}"]`)?.focus();
  }
  return (
    <aside
      aria-label={step ? common.step : common.pipeline}
      onKeyDown={leave}
      className="flex w-88 shrink-0 flex-col gap-3 overflow-y-auto border-l px-5 py-3"
    >
      <div className="flex min-h-7 items-center gap-2">
        <h2 className="min-w-0 flex-1 truncate font-semibold">
          {step ? step.stepId || common.step : common.pipeline}
        </h2>
        {step && <IconButton label={texts.pipelinePanel.back} icon={X} onClick={() => select(undefined)} />}
      </div>
      {children}
    </aside>
  );
}

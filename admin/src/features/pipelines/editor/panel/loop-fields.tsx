import { Disclosure } from '../../../../components/disclosure.js';
import { bindTo } from '../../../../components/forms/draft.js';
import { SelectField, TextField } from '../../../../components/forms/fields.js';
import { Switch } from '../../../../components/forms/inputs.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/editor.js';
import type { LoopDraft } from '../draft.js';
import { stepName } from '../editing.js';
import { waitsFor } from '../edits.js';
import type { StepPartProps } from './step-part.js';

const t = texts.loop;

const NEW_LOOP: LoopDraft = { to: '', maxTurns: '3', path: '', equals: 'false' };

/** Repeats steps as long as their result meets a condition, or a number of times. */
export function LoopFields({ editing, step, path }: StepPartProps) {
  const { draft, changeStep } = editing;
  const { key, loop } = step;
  const reachable = draft.steps.filter((other) => other.key === key || waitsFor(draft.steps, key, other.key));
  const set = (changed: Partial<LoopDraft>) =>
    loop && changeStep(key, { loop: { ...loop, ...changed } }, `${key}.loop.${Object.keys(changed).join()}`);
  const bind = bindTo<LoopDraft>(loop ?? NEW_LOOP, set, (name) => `${path}.loop.${name}`);
  const isKnown = loop && reachable.some((other) => other.key === loop.to);
  return (
    <Disclosure
      columns={1}
      label={common.loop}
      summary={loop ? t.to(stepName(draft, loop.to)) : t.none}
      paths={[`${path}.loop`]}
    >
      <Switch
        label={t.repeat}
        isOn={loop !== null}
        onChange={(isOn) => changeStep(key, { loop: isOn ? { ...NEW_LOOP, to: key } : null })}
      />
      {loop && (
        <div className="grid grid-cols-2 gap-x-3 gap-y-3">
          <SelectField
            {...bind('to')}
            label={t.from}
            hint={t.fromHint}
            options={[
              ...reachable.map((other) => ({ value: other.key, label: other.stepId || common.unnamedStep })),
              ...(isKnown ? [] : [{ value: loop.to, label: stepName(draft, loop.to) }]),
            ]}
          />
          <TextField {...bind('maxTurns')} label={t.maxTurns} inputMode="numeric" />
          <TextField
            {...bind('path')}
            label={t.path}
            path={`${path}.loop.while.path`}
            hint={t.pathHint}
            placeholder={t.pathPlaceholder}
            spellCheck={false}
            className="font-mono text-xs"
          />
          <TextField
            {...bind('equals')}
            label={t.equals}
            path={`${path}.loop.while.equals`}
            spellCheck={false}
            className="font-mono text-xs"
          />
        </div>
      )}
    </Disclosure>
  );
}

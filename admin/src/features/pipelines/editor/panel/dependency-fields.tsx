import { SelectField } from '../../../../components/forms/fields.js';
import { useIssues } from '../../../../components/forms/form-context.js';
import { Switch } from '../../../../components/forms/inputs.js';
import { Tooltip } from '../../../../components/tooltip.js';
import { optionsOf } from '../../../../lib/options-of.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/editor.js';
import { canConnect } from '../edits.js';
import type { RunIf } from '../pipeline-editor.generated.js';
import type { StepPartProps } from './step-part.js';

const t = texts.dependencies;

/** The dependencies of a step and its run condition. */
export function DependencyFields({ editing, step, path }: StepPartProps) {
  const { draft, connect, disconnect, changeStep } = editing;
  const { key, dependsOn, runIf, parallel } = step;
  const issues = useIssues(`${path}.dependsOn`);
  const others = draft.steps.filter((other) => other.key !== key);
  const unknown = dependsOn.filter((name) => !draft.steps.some((other) => other.key === name));
  return (
    <>
      <fieldset className="flex min-w-0 flex-col gap-1">
        <legend className="mb-1 font-medium">{t.label}</legend>
        {others.length === 0 && unknown.length === 0 && <p className="text-muted">{t.none}</p>}
        <div className="flex max-h-48 flex-col overflow-y-auto">
          {others.map((other) => {
            const isOn = dependsOn.includes(other.key);
            const isOff = !isOn && !canConnect(draft, other.key, key);
            return (
              <Dependency
                key={other.key}
                name={other.stepId || common.unnamedStep}
                agent={editing.agentName(other.agentId)}
                isOn={isOn}
                reason={isOff ? t.dependsOnThis(other.stepId) : undefined}
                onToggle={() => (isOn ? disconnect : connect)(other.key, key)}
              />
            );
          })}
          {unknown.map((name) => (
            <Dependency
              key={name}
              name={name}
              agent={t.unknownStep}
              isOn
              reason={undefined}
              onToggle={() => disconnect(name, key)}
            />
          ))}
        </div>
        {issues.length > 0 && (
          <p className="text-xs text-red">{issues.map(({ message }) => message).join('; ')}</p>
        )}
      </fieldset>
      <SelectField
        label={t.runCondition}
        path={`${path}.runIf`}
        hint={t.runConditionHint}
        value={runIf}
        onValue={(value) => changeStep(key, { runIf: value as RunIf })}
        options={optionsOf(common.conditions)}
      />
      <Switch label={t.runAlone} isOn={!parallel} onChange={(isOn) => changeStep(key, { parallel: !isOn })} />
    </>
  );
}

interface DependencyProps {
  name: string;
  agent: string;
  isOn: boolean;
  /** Why the step cannot be a dependency. */
  reason: string | undefined;
  onToggle: () => void;
}

function Dependency({ name, agent, isOn, reason, onToggle }: DependencyProps) {
  const label = (
    <label className="flex min-h-6 items-center gap-2 pointer-coarse:min-h-11">
      <input
        type="checkbox"
        checked={isOn}
        aria-disabled={reason !== undefined || undefined}
        aria-description={reason}
        onChange={() => reason === undefined && onToggle()}
        className="size-3.5 accent-accent aria-disabled:opacity-50"
      />
      <span className={reason ? 'truncate text-muted' : 'truncate'}>{name}</span>
      <span className="ml-auto truncate text-xs text-muted">{agent}</span>
    </label>
  );
  return reason ? <Tooltip content={reason}>{label}</Tooltip> : label;
}

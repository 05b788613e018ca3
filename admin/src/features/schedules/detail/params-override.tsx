import { parseJsonText } from '../../../components/code/json-editor.js';
import { isObject } from '../../../lib/is-object.js';
import { ExpansionPanel } from '../form/params/expansion-panel.js';
import { ParamsField } from '../form/params/params-field.js';
import { texts } from '../texts/dialogs.js';
import type { ShownSchedule } from './shown-schedule.js';

const t = texts.override;

type Params = Record<string, unknown>;

export interface ParamsOverride {
  /** Params to merge over the schedule's, key by key. Undefined if there are none. */
  changed: Params | undefined;
  /** Params of the schedule that the text omits, and that apply nevertheless. */
  kept: readonly string[];
  /** The resulting params as JSON. */
  inForce: string;
  /** Why the text cannot be sent. */
  problem: string | undefined;
}

/** The schedule's params as the initial text. */
export function ownParams({ params }: ShownSchedule): string {
  return JSON.stringify(isObject(params) ? params : {}, null, 2);
}

/** Compares the text with the schedule's own params. */
export function readOverride({ params }: ShownSchedule, text: string): ParamsOverride {
  const own = isObject(params) ? params : {};
  const read = parseJsonText(text);
  const value = read.kind === 'ok' ? (read.value ?? {}) : undefined;
  if (!isObject(value)) {
    const problem = read.kind === 'error' ? read.message : t.noObject;
    return { changed: undefined, kept: [], inForce: text, problem };
  }
  const changed = Object.entries(value).filter(
    ([key, each]) => JSON.stringify(each) !== JSON.stringify(own[key]),
  );
  return {
    changed: changed.length > 0 ? Object.fromEntries(changed) : undefined,
    kept: Object.keys(own).filter((key) => !(key in value)),
    inForce: JSON.stringify({ ...own, ...value }),
    problem: undefined,
  };
}

export interface OverrideFieldsProps {
  schedule: ShownSchedule;
  text: string;
  onChange: (text: string) => void;
  override: ParamsOverride;
  /** `For this run only`. */
  scope: string;
}

/** A field for params that differ from the schedule's, and the resulting jobs. */
export function OverrideFields({ schedule, text, onChange, override, scope }: OverrideFieldsProps) {
  const { kept, inForce, problem } = override;
  return (
    <>
      <ParamsField
        value={text}
        onChange={onChange}
        agentId={schedule.agentId}
        pipelineId={schedule.pipelineId}
        given={kept}
        hint={t.hint(scope)}
        problem={problem}
      />
      {kept.length > 0 && <p className="text-xs text-muted">{t.omitted(kept)}</p>}
      <ExpansionPanel params={inForce} isPipeline={schedule.targetType === 'PIPELINE'} />
    </>
  );
}

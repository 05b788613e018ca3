/** Kinds of options of a schedule: how each is edited, sent and shown. */
import type { ReactNode } from 'react';
import { CodeBlock } from '../../components/code/code-block.js';
import type { Fact } from '../../components/facts/facts.js';
import { choice, type DraftField, duration, json, whole } from '../../components/forms/draft.js';
import { SelectField, TextAreaField, TextField } from '../../components/forms/fields.js';
import { Switch } from '../../components/forms/inputs.js';
import { optionsOf } from '../../lib/options-of.js';
import { formatDuration } from '../../lib/text/time.js';
import { common } from './texts/common.js';

const t = common.options;

type Repeat = 'ONCE' | 'REPEATING';

/** What has happened so far. */
interface SoFar {
  runCount: number;
  failureCount: number;
}

interface Texts {
  label: string;
  /** What the option does, for the form and the page of the schedule. */
  hint?: string;
  /** Shown if the option is not set. */
  unset?: string;
  /** A value, for the hint of the form. */
  example?: string;
  /** If only schedules that repeat this way have the option. */
  repeat?: Repeat;
  /** What it has led to so far. */
  progress?(schedule: SoFar): string;
}

interface ControlProps<Value> {
  path: string;
  value: Value;
  onValue(value: Value): void;
}

export interface ScheduleOption<Value = unknown> extends DraftField<Value>, Texts {
  Control(props: ControlProps<Value>): ReactNode;
  /** The value on the page of the schedule, if it is set. */
  fact(stored: unknown): ReactNode;
}

export type ScheduleOptions = Readonly<Record<string, ScheduleOption>>;

/** The names of the options, for forms and inputs. */
export function namesOf<Options extends ScheduleOptions>(options: Options) {
  return Object.keys(options) as (keyof Options & string)[];
}

/** Whether a schedule that repeats like this has the option. */
export function applies({ repeat }: ScheduleOption, schedule: { repeat: Repeat }): boolean {
  return repeat === undefined || repeat === schedule.repeat;
}

export function optionFacts<Options extends ScheduleOptions>(
  options: Options,
  schedule: { readonly [name in keyof Options]: unknown } & SoFar & { repeat: Repeat },
): Fact[] {
  return Object.entries(options)
    .filter(([, option]) => applies(option, schedule))
    .map(([name, { label, hint, unset, fact, progress }]) => {
      const value = schedule[name];
      const isSet = value !== null && value !== false;
      return {
        label,
        value: isSet ? fact(value) : <span className="text-muted">{unset}</span>,
        note: isSet && progress ? `${hint} ${progress(schedule)}` : hint,
      };
    });
}

/** A text field whose value is sent as a duration or a number. */
function typed(texts: Texts, field: DraftField<string>, look: { isNumber: boolean }): ScheduleOption<string> {
  const { label, hint, unset, example } = texts;
  return {
    ...texts,
    ...field,
    Control: (bound) => (
      <TextField
        {...bound}
        label={label}
        hint={example ? t.hintWithExample(hint, example) : hint}
        placeholder={unset}
        spellCheck={false}
        {...(look.isNumber && { inputMode: 'numeric' })}
      />
    ),
    fact: (stored) =>
      look.isNumber ? (stored as number).toLocaleString('en') : formatDuration(stored as number),
  };
}

export const durationOption = (texts: Texts) => typed(texts, duration(), { isNumber: false });

export const wholeOption = (texts: Texts, sent?: Parameters<typeof whole>[0]) =>
  typed(texts, whole(sent), { isNumber: true });

/** @param labels by value; the first is the default */
export function choiceOption<Value extends string>(
  texts: Texts,
  labels: Readonly<Record<Value, string>>,
): ScheduleOption<Value> {
  const { label, hint } = texts;
  const options = optionsOf(labels);
  return {
    ...texts,
    ...choice(options[0]?.value as Value),
    Control: ({ onValue, ...bound }) => (
      <SelectField
        {...bound}
        label={label}
        hint={hint}
        options={options}
        onValue={(value) => onValue(value as Value)}
      />
    ),
    fact: (stored) => labels[stored as Value],
  };
}

export function switchOption(texts: Texts): ScheduleOption<boolean> {
  const { label, hint } = texts;
  return {
    unset: t.off,
    ...texts,
    ...choice<boolean>(false),
    Control: ({ value, onValue }) => (
      <div className="flex flex-col justify-center gap-1">
        <Switch label={label} isOn={value} onChange={onValue} />
        <p className="text-xs text-muted">{hint}</p>
      </div>
    ),
    fact: () => t.on,
  };
}

export function jsonOption(texts: Texts): ScheduleOption<string> {
  const { label, hint, unset } = texts;
  return {
    ...texts,
    ...json(),
    Control: (bound) => (
      <TextAreaField
        {...bound}
        isWide
        label={label}
        hint={hint}
        rows={2}
        spellCheck={false}
        className="font-mono text-xs"
        placeholder={unset}
      />
    ),
    fact: (stored) => <CodeBlock label={label} value={stored} />,
  };
}

import { useBlocker, useMatch } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { cn } from '../../lib/class-names.js';
import type { ActionError, Issue } from '../../lib/graphql/use-action.js';
import { Button } from '../button.js';
import { Dialog } from '../dialog.js';
import { FormContext, useIssues, useLabel } from './form-context.js';

export interface FormProps {
  /** Label for screen readers. */
  label: string;
  /** The refusal of the server. Issues are shown at their fields, others above the buttons. */
  error?: ActionError | undefined;
  /** Whether there are unsaved changes. If so, leaving asks for confirmation. */
  isDirty: boolean;
  onSubmit: () => void;
  children: ReactNode;
  /** Buttons, with the primary one last. */
  footer: ReactNode;
}

/** A form with 60 columns. Enter in a field submits it. If saving fails, all input is kept. */
export function Form({ label, error, isDirty, onSubmit, children, footer }: FormProps) {
  function submit(event: FormEvent): void {
    event.preventDefault();
    onSubmit();
  }
  const [labels] = useState(() => new Map<string, string>());
  return (
    <FormContext value={{ issues: error?.issues ?? [], labels }}>
      <form aria-label={label} noValidate onSubmit={submit} className="flex max-w-2xl flex-col gap-4">
        {children}
        {error && <FormError error={error} labels={labels} />}
        <div className="flex flex-wrap justify-end gap-2 border-t pt-3">{footer}</div>
      </form>
      <UnsavedGuard isDirty={isDirty} />
    </FormContext>
  );
}

/** All issues in one place. Issues without a field are only shown here. */
function FormError({ error, labels }: { error: ActionError; labels: ReadonlyMap<string, string> }) {
  return (
    <div role="alert" className="rounded-md border border-red bg-red-soft px-3 py-2 text-red">
      <p className="font-medium">{headOf(error)}</p>
      {error.issues.length > 0 && (
        <ul className="mt-1 list-disc pl-4">
          {error.issues.map(({ path, message }) => (
            <li key={`${path.join('.')} ${message}`}>
              <Place path={path.join('.')} labels={labels} /> {message}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The label of the field that an issue is about, and the path of the value within it. */
function Place({ path, labels }: { path: string; labels: ReadonlyMap<string, string> }) {
  if (path === '') return null;
  const field = [...labels.keys()]
    .filter((key) => path === key || path.startsWith(`${key}.`))
    .sort((a, b) => b.length - a.length)[0];
  if (field === undefined) return <span className="font-mono text-xs">{path}</span>;
  const within = path.slice(field.length + 1);
  return (
    <>
      <span className="font-medium">{labels.get(field)}</span>
      {within !== '' && <span className="font-mono text-xs"> {within}</span>}
      {':'}
    </>
  );
}

/** Without the issues, which the message repeats. */
function headOf({ issues, message }: ActionError): string {
  if (issues.length === 0) return message;
  return issues.length === 1 ? 'Not saved: 1 problem found.' : `Not saved: ${issues.length} problems found.`;
}

/** Asks for confirmation before unsaved changes are left. `Form` includes it. */
export function UnsavedGuard({ isDirty }: { isDirty: boolean }) {
  const pathname = useMatch({ strict: false, select: (match) => match.pathname });
  const blocker = useBlocker({
    // React removes the guard of a page that was left a moment later. If it blocked Back then, nobody could answer.
    shouldBlockFn: ({ current, next }) =>
      isDirty && current.pathname === pathname && current.pathname !== next.pathname,
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  const hasEnded = blocker.status === 'blocked' && blocker.next.pathname === '/sign-in';
  return (
    <Dialog
      isOpen={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      title={hasEnded ? 'You were signed out' : 'Discard unsaved changes?'}
      description={
        hasEnded
          ? 'Your changes on this page have not been saved. To save them, sign in in another tab, then continue here.'
          : 'Your changes on this page have not been saved.'
      }
      footer={
        <>
          {hasEnded && (
            <a
              href="/admin/sign-in"
              target="_blank"
              rel="noreferrer"
              className="mr-auto self-center text-accent underline"
            >
              Sign in in a new tab
            </a>
          )}
          <Button onClick={() => blocker.reset?.()}>Keep editing</Button>
          <Button variant="danger" onClick={() => blocker.proceed?.()}>
            Discard changes
          </Button>
        </>
      }
    />
  );
}

/** Attributes that connect a control with its label and messages. */
export interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

export interface FieldProps {
  label: string;
  /**
   * Path in the input of the mutation, with dots: `endpoint.url`, `steps.0.agentId`. Issues below it
   * belong to it too.
   */
  path?: string | undefined;
  hint?: ReactNode;
  isRequired?: boolean | undefined;
  /** A client-side issue, in addition to those of the server. */
  problem?: string | undefined;
  /** Whether it has the width of two fields. */
  isWide?: boolean | undefined;
  children: (control: ControlProps) => ReactNode;
}

/** A label, a control, a hint and the issues of the field. */
export function Field({ label, path, hint, isRequired = false, problem, isWide, children }: FieldProps) {
  const id = useId();
  useLabel(path, label);
  const issues: readonly Issue[] = useIssues(path);
  const messages = [...(problem ? [problem] : []), ...issues.map((issue) => wordsOf(issue, path ?? ''))];
  // A message begins like a sentence, the path of a value does not.
  const beginsWithPath = !problem && issues[0] !== undefined && pathBelow(issues[0], path ?? '') !== '';
  const described = [hint && `${id}-hint`, messages.length > 0 && `${id}-problem`].filter(Boolean).join(' ');
  return (
    <div data-path={path} className={cn('flex min-w-0 flex-col gap-1', isWide && 'sm:col-span-2')}>
      <label htmlFor={id} className="font-medium">
        {label}
        {isRequired && (
          <span aria-hidden="true" className="text-red">
            {' '}
            *
          </span>
        )}
      </label>
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': messages.length > 0 ? true : undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className="text-xs text-muted">
          {hint}
        </p>
      )}
      {messages.length > 0 && (
        <p
          id={`${id}-problem`}
          className={cn('text-xs text-red', !beginsWithPath && 'first-letter:uppercase')}
        >
          {messages.join('; ')}
        </p>
      )}
    </div>
  );
}

/** For an issue below the field, includes the path: `tickerId: must be a string`. */
function wordsOf(issue: Issue, field: string): string {
  const below = pathBelow(issue, field);
  return below === '' ? issue.message : `${below}: ${issue.message}`;
}

function pathBelow({ path }: Issue, field: string): string {
  return path.slice(field.split('.').length).join('.');
}

export interface FieldGroupProps {
  legend: string;
  hint?: ReactNode;
  children: ReactNode;
  /** Number of fields side by side, if there is room. */
  columns?: 1 | 2 | 3;
}

export function FieldGroup({ legend, hint, children, columns = 1 }: FieldGroupProps) {
  return (
    <fieldset className="flex flex-col gap-3 border-t pt-3 first:border-t-0 first:pt-0">
      <legend className="float-left mb-1 w-full font-semibold">{legend}</legend>
      {hint && <p className="-mt-2 text-muted">{hint}</p>}
      <div
        className={cn(
          'grid gap-x-4 gap-y-3',
          columns === 2 && 'sm:grid-cols-2',
          columns === 3 && 'sm:grid-cols-3',
        )}
      >
        {children}
      </div>
    </fieldset>
  );
}

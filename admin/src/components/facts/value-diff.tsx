import type { LinkTarget } from '../../lib/link-target.js';
import { linkTo } from '../../lib/link-to.js';
import { TextLink } from '../text-link.js';
import { InstantText } from './instant-text.js';

export interface ValueDiffProps {
  /** JSON objects as in the audit: for a change, the members that changed. Null if there was or is no object. */
  before: unknown;
  after: unknown;
}

/** Number of members of a created or deleted object that are shown initially. */
const SHOWN = 4;

/**
 * The changed members: the old value struck out, the new one beside it. For created and
 * deleted objects, members are only listed.
 */
export function ValueDiff({ before, after }: ValueDiffProps) {
  const [old, now] = [membersOf(before), membersOf(after)];
  const names = [...new Set([...old.keys(), ...now.keys()])].sort();
  if (names.length === 0) return null;
  const isChange = old.size > 0 && now.size > 0;
  const members = (
    <dl className="grid grid-cols-[minmax(5rem,max-content)_minmax(0,1fr)] gap-x-3 gap-y-1 text-xs">
      {names.map((name) => (
        <div key={name} className="contents">
          <dt className="break-all text-muted">{name}</dt>
          <dd className="flex min-w-0 flex-wrap gap-x-2 gap-y-0.5 font-mono break-all whitespace-pre-wrap">
            {isChange ? (
              <Change name={name} old={old.get(name)} now={now.get(name)} />
            ) : (
              <Value name={name} value={now.get(name) ?? old.get(name)} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
  if (isChange || names.length <= SHOWN) return members;
  return (
    <details>
      <summary className="w-fit text-xs text-muted">
        {names.length} {now.size === 0 ? 'previous values' : 'values'}
      </summary>
      <div className="pt-1.5">{members}</div>
    </details>
  );
}

/** Undefined if there was or is no such value. */
function Change({ name, old, now }: { name: string; old: unknown; now: unknown }) {
  return (
    <>
      <del className="rounded-sm bg-red-soft px-1 text-red line-through">
        <Value name={name} value={old} />
      </del>
      <ins className="rounded-sm bg-green-soft px-1 text-green no-underline">
        <Value name={name} value={now} />
      </ins>
    </>
  );
}

/** A value that is not an object counts as one member. */
function membersOf(value: unknown): Map<string, unknown> {
  if (value === null || value === undefined) return new Map();
  if (typeof value !== 'object' || Array.isArray(value)) return new Map([['value', value]]);
  return new Map(Object.entries(value));
}

/** Members that are IDs of objects with a page. */
const LINKS: Readonly<Record<string, (id: string) => LinkTarget>> = {
  agentId: linkTo.agent,
  pipelineId: linkTo.pipeline,
  scheduleExecutionId: linkTo.run,
  scheduleId: linkTo.schedule,
};

/** IDs are links. Instants are shown as elsewhere, with the time zones on hover and focus. */
function Value({ name, value }: { name: string; value: unknown }) {
  const link = typeof value === 'string' ? LINKS[name]?.(value) : undefined;
  if (link) return <TextLink {...link}>{print(value)}</TextLink>;
  return (
    <span>
      <InstantText text={print(value)} />
    </span>
  );
}

function print(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  return typeof value === 'object' ? JSON.stringify(value, null, 1).replace(/\n */g, ' ') : String(value);
}

import { CircleCheck, TriangleAlert } from '../../../icons/lucide.js';
import { common } from '../texts/common.js';
import { texts } from '../texts/editor.js';
import { type Editing, stepName } from './editing.js';

const t = texts.problems;

export interface ProblemListProps {
  editing: Editing;
  isStale: boolean;
  isUnknown: boolean;
}

/** All problems, each with a link to its step. */
export function ProblemList({ editing, isStale, isUnknown }: ProblemListProps) {
  const { draft, problems, select } = editing;
  const count = problems.length;
  // An empty draft has no problems yet.
  if (count === 0 && draft.steps.length === 0) return null;
  if (count === 0) {
    return (
      <p role="status" className="flex items-center gap-1.5 text-muted">
        {isUnknown ? (
          t.unknown
        ) : isStale ? (
          t.checking
        ) : (
          <>
            <CircleCheck aria-hidden="true" className="size-3.5 text-green" />
            {t.none}
          </>
        )}
      </p>
    );
  }
  return (
    <section aria-label={t.title} aria-busy={isStale} className="flex min-w-0 flex-col gap-1">
      <p role="status" className="flex items-center gap-1.5 font-medium text-red">
        <TriangleAlert aria-hidden="true" className="size-3.5" />
        {common.problems(count)}
      </p>
      <ul className="flex max-h-28 flex-col overflow-y-auto">
        {problems.map(({ key, path, message }) => (
          <li key={`${key} ${path.join('.')} ${message}`}>
            <button
              type="button"
              onClick={() => select(key, true)}
              className="w-full rounded-sm px-1 py-0.5 text-left hover:bg-hover"
            >
              {!(key && /^Step /.test(message)) && (
                <span className="font-mono text-xs text-muted">
                  {[key === undefined ? undefined : stepName(draft, key), ...path]
                    .filter(Boolean)
                    .join('.')}{' '}
                </span>
              )}
              {message}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

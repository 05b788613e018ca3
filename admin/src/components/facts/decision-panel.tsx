import type { ReactNode } from 'react';
import { ChevronRight } from '../../icons/lucide.js';
import { cn } from '../../lib/class-names.js';
import { type Decision, type DecisionCandidate, sourceLabel } from '../../lib/decision.js';
import type { RunSource } from '../../lib/graphql/live.generated.js';
import { useIsWide } from '../../lib/media.js';
import { CodeBlock } from '../code/code-block.js';
import { InstantText } from './instant-text.js';
import { StatusShape } from './status-badge.js';
import { Time } from './time.js';

export interface DecisionViewProps {
  /** The decision of a schedule, run or future slot. Null if there is none. */
  decision: Decision | null | undefined;
  /** Its result in one sentence: `Schedule.whyNot` or `ScheduleExecution.why`. */
  reason?: string | null | undefined;
  /** What determined the time, if the decision itself does not say. */
  source?: RunSource | null | undefined;
  /** Time zone of the schedule. */
  zone?: string | null | undefined;
}

export interface WithDecisionProps extends DecisionViewProps {
  /** Heading. Defaults to `Why`. */
  title?: string;
  /** Beside the heading, such as a close button. */
  aside?: ReactNode;
  /** The rest of the page. */
  children: ReactNode;
}

/**
 * A page about one object, with an explanation of its state beside it. On narrow screens the
 * explanation is folded above it.
 */
export function WithDecision({ title = 'Why', aside, children, ...view }: WithDecisionProps) {
  const isWide = useIsWide();
  return (
    <div className={cn('flex min-h-0 flex-1', !isWide && 'flex-col')}>
      {!isWide && (
        <details className="border-b px-4 py-2 md:px-6">
          <Summary>
            <h2>{title}</h2>
          </Summary>
          <div className="flex flex-col gap-4 py-3">
            <DecisionView {...view} />
            {aside}
          </div>
        </details>
      )}
      <div className="flex min-w-0 flex-1 flex-col">{children}</div>
      {isWide && (
        <aside aria-label={title} className="w-80 shrink-0 border-l">
          <div className="sticky top-0 flex max-h-dvh flex-col gap-3 overflow-y-auto px-5 py-3">
            <div className="flex min-h-7 items-center justify-between gap-2">
              <h2 className="font-semibold">{title}</h2>
              {aside}
            </div>
            <DecisionView {...view} />
          </div>
        </aside>
      )}
    </div>
  );
}

/** The decision in words: the considered times, the chosen one and what moved it. The raw data is one click away. */
export function DecisionView({ decision, reason, source, zone }: DecisionViewProps) {
  const by = decision?.source ?? source;
  return (
    <div className="flex flex-col gap-4">
      {reason && (
        <p>
          <InstantText text={reason} zone={zone} />
        </p>
      )}
      {!decision && by && <p className="text-muted">Source: {sourceLabel(by)}.</p>}
      {!decision && !by && !reason && <p className="text-muted">No decision is recorded.</p>}
      {decision && <Steps decision={decision} zone={zone} />}
      {decision && (
        <details>
          <Summary isQuiet>Raw decision</Summary>
          <CodeBlock label="raw decision" value={decision} className="mt-2" />
        </details>
      )}
    </div>
  );
}

function Summary({ isQuiet = false, children }: { isQuiet?: boolean; children: ReactNode }) {
  return (
    <summary
      className={cn(
        'flex w-fit list-none items-center gap-1 rounded-sm [&::-webkit-details-marker]:hidden',
        isQuiet ? 'text-xs text-muted hover:text-ink' : 'font-semibold',
      )}
    >
      <ChevronRight
        aria-hidden="true"
        className="size-3.5 transition-transform [[open]>summary>&]:rotate-90"
      />
      {children}
    </summary>
  );
}

type Zone = Pick<DecisionViewProps, 'zone'>;

function Steps({ decision, zone }: { decision: Decision } & Zone) {
  const { candidates, clamps, backoff, pause, hint, chosenAt, decidedAt, problem } = decision;
  const isMoved = clamps.length > 0 || backoff !== null || pause !== null;
  return (
    <>
      {problem && <p className="text-red">The timing is not valid: {problem}.</p>}
      {candidates.length > 0 && (
        <Section title="Candidates">
          <ul className="flex flex-col gap-2">
            {candidates.map((candidate) => (
              <Candidate key={`${candidate.source} ${candidate.at}`} candidate={candidate} zone={zone} />
            ))}
          </ul>
        </Section>
      )}
      {isMoved && (
        <Section title="Adjustments">
          <ul className="flex flex-col gap-2">
            {backoff && (
              <Move title={`${backoff.failures} consecutive failures: interval ×${backoff.factor}`}>
                not before <At at={backoff.notBefore} zone={zone} />
              </Move>
            )}
            {clamps.map(({ limit, from, to }) => (
              <Move key={limit} title={limit}>
                <At at={from} zone={zone} /> <Arrow /> <At at={to} zone={zone} />
              </Move>
            ))}
            {pause && (
              <Move title={pause.note ? `Paused: ${pause.note}` : 'Paused'}>
                {pause.instead && (
                  <>
                    <At at={pause.instead} zone={zone} /> <Arrow />{' '}
                  </>
                )}
                <At at={pause.until} zone={zone} />
              </Move>
            )}
          </ul>
        </Section>
      )}
      {hint && (
        <Section title={hint.fresh ? 'Hint' : 'Expired hint'}>
          <p className="break-words">
            “{hint.reason}”{' '}
            <span className="text-muted">
              until <At at={hint.expiresAt} zone={zone} />
            </span>
          </p>
        </Section>
      )}
      {(isMoved || chosenAt === null) && (
        <Section title={pause ? 'Resumes' : 'Result'}>
          <p>{chosenAt ? <At at={chosenAt} zone={zone} /> : 'No further runs.'}</p>
        </Section>
      )}
      {decidedAt && (
        <p className="text-xs text-muted">
          <Time at={decidedAt} zone={zone} prefix="Decided" />
        </p>
      )}
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-1.5">
      <h3 className="text-xs font-medium text-muted">{title}</h3>
      {children}
    </section>
  );
}

function Candidate({ candidate, zone }: { candidate: DecisionCandidate } & Zone) {
  const { source, at, reason, chosen, ignored } = candidate;
  return (
    <li className="flex gap-2">
      <span className="flex h-5 items-center">
        <StatusShape status={chosen ? 'completed' : 'skipped'} />
      </span>
      <div className="min-w-0 flex-1">
        <p className={cn('flex flex-wrap justify-between gap-x-2', chosen ? 'font-medium' : 'text-muted')}>
          {sourceLabel(source ?? 'OTHER')}
          {chosen && <span className="text-xs leading-5 font-medium text-green">chosen</span>}
        </p>
        <p className={chosen ? undefined : 'text-muted'}>
          {at ? <At at={at} zone={zone} /> : 'no further runs'}
        </p>
        <p className="text-xs break-words text-muted">
          <InstantText text={reason} zone={zone} />
        </p>
        {ignored && (
          <p className="text-xs break-words text-muted">
            Not used: <InstantText text={ignored} zone={zone} />
          </p>
        )}
      </div>
    </li>
  );
}

function Move({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li className="flex gap-2">
      <span className="flex h-5 items-center">
        <StatusShape status="partial" />
      </span>
      <div className="min-w-0">
        <p className="break-words">{title}</p>
        <p className="text-xs text-muted">{children}</p>
      </div>
    </li>
  );
}

function At({ at, zone }: { at: string } & Zone) {
  return <Time at={at} zone={zone} show="absolute" />;
}

function Arrow() {
  return (
    <>
      <span aria-hidden="true">→</span>
      <span className="sr-only">to</span>
    </>
  );
}

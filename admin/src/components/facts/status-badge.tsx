import type { ReactNode } from 'react';
import { cn } from '../../lib/class-names.js';

/** All states of objects in the admin. `statusOf` converts GraphQL's enum values to them. */
export type Status =
  | 'pending'
  | 'running'
  | 'completed'
  | 'partial'
  | 'failed'
  | 'dead-letter'
  | 'cancelled'
  | 'skipped'
  | 'paused'
  | 'disabled'
  | 'unknown';

interface Look {
  word: string;
  color: keyof typeof COLORS;
  shape: ReactNode;
}

/** Class names of a text and of a badge, in full for Tailwind to find. */
const COLORS = {
  grey: ['text-grey', 'bg-grey-soft'],
  blue: ['text-blue', 'bg-blue-soft'],
  green: ['text-green', 'bg-green-soft'],
  amber: ['text-amber', 'bg-amber-soft'],
  red: ['text-red', 'bg-red-soft'],
  crimson: ['text-crimson', 'bg-crimson-soft'],
} as const;

const FILL = { fill: 'currentColor' };
const STROKE = { fill: 'none', stroke: 'currentColor', strokeWidth: 1.6 };

const LOOKS: Readonly<Record<Status, Look>> = {
  pending: { word: 'Queued', color: 'grey', shape: <circle cx="6" cy="6" r="4.2" {...STROKE} /> },
  running: {
    word: 'Running',
    color: 'blue',
    shape: (
      <>
        <circle cx="6" cy="6" r="4.2" {...STROKE} />
        <path d="M6 1.8a4.2 4.2 0 0 1 0 8.4z" {...FILL} />
      </>
    ),
  },
  completed: { word: 'Completed', color: 'green', shape: <circle cx="6" cy="6" r="5" {...FILL} /> },
  partial: {
    word: 'Partial',
    color: 'amber',
    shape: (
      <>
        <path d="M6 1.2 11 10.4H1z" {...STROKE} strokeLinejoin="round" />
        <path d="M6 1.2 8.6 6H3.4z" {...FILL} />
      </>
    ),
  },
  failed: { word: 'Failed', color: 'red', shape: <path d="M6 1 11.4 10.8H.6z" {...FILL} /> },
  'dead-letter': {
    word: 'Dead letter',
    color: 'crimson',
    shape: <rect x="1.5" y="1.5" width="9" height="9" rx="1" {...FILL} />,
  },
  cancelled: {
    word: 'Cancelled',
    color: 'grey',
    shape: (
      <>
        <circle cx="6" cy="6" r="4.6" {...STROKE} />
        <path d="m2.8 9.2 6.4-6.4" {...STROKE} />
      </>
    ),
  },
  skipped: { word: 'Skipped', color: 'grey', shape: <path d="M6 .9 11.1 6 6 11.1.9 6z" {...STROKE} /> },
  paused: {
    word: 'Paused',
    color: 'amber',
    shape: (
      <>
        <rect x="2.2" y="1.6" width="2.6" height="8.8" rx=".6" {...FILL} />
        <rect x="7.2" y="1.6" width="2.6" height="8.8" rx=".6" {...FILL} />
      </>
    ),
  },
  disabled: { word: 'Disabled', color: 'grey', shape: <path d="M2 6h8" {...STROKE} strokeWidth={2} /> },
  unknown: {
    word: 'Unknown',
    color: 'grey',
    shape: <circle cx="6" cy="6" r="4.2" {...STROKE} strokeDasharray="2 2" />,
  },
};

const BY_NAME: Readonly<Record<string, Status>> = {
  PENDING: 'pending',
  RUNNING: 'running',
  BUSY: 'running',
  OPEN: 'failed',
  COMPLETED: 'completed',
  SUCCEEDED: 'completed',
  SUCCESS: 'completed',
  HEALTHY: 'completed',
  ALIVE: 'completed',
  IDLE: 'pending',
  PARTIAL: 'partial',
  DEGRADED: 'partial',
  FAILED: 'failed',
  UNHEALTHY: 'failed',
  DEAD: 'dead-letter',
  DEAD_LETTER: 'dead-letter',
  CANCELLED: 'cancelled',
  SKIPPED: 'skipped',
  PAUSED: 'paused',
  ENABLED: 'completed',
  DISABLED: 'disabled',
};

/**
 * Converts enum values of the API: `DEAD_LETTER`, `SUCCEEDED`, `HEALTHY` and so on. Null and unknown
 * values become `unknown`.
 */
export function statusOf(name: string | null | undefined): Status {
  return BY_NAME[name ?? ''] ?? 'unknown';
}

export interface StatusProps {
  status: Status;
  /** Replaces the word of the status: `Healthy`, `31/50`. */
  label?: string | undefined;
  className?: string;
}

/** A badge with the shape and word of a status. */
export function StatusBadge({ status, label, className }: StatusProps) {
  const { word, color } = LOOKS[status];
  return (
    <span
      className={cn(
        'inline-flex h-5 items-center gap-1.5 rounded-full px-2 text-xs font-medium whitespace-nowrap',
        ...COLORS[color],
        status === 'skipped' && 'hatched',
        className,
      )}
    >
      <StatusShape status={status} />
      {label ?? word}
    </span>
  );
}

/** The shape and word without a badge, for dense rows. */
export function StatusText({ status, label, className }: StatusProps) {
  const { word, color } = LOOKS[status];
  return (
    <span
      className={cn(
        'inline-flex items-center gap-1.5 align-bottom whitespace-nowrap',
        COLORS[color][0],
        className,
      )}
    >
      <StatusShape status={status} />
      <span className="min-w-0 truncate">{label ?? word}</span>
    </span>
  );
}

/** Only the shape, for places where the word is nearby. */
export function StatusShape({ status }: { status: Status }) {
  return (
    <svg
      viewBox="0 0 12 12"
      aria-hidden="true"
      className={cn('size-2.5 shrink-0', COLORS[LOOKS[status].color][0])}
    >
      {LOOKS[status].shape}
    </svg>
  );
}

/** For charts and bars: the color of the status as a CSS value, and its word. */
export function statusColor(status: Status): string {
  return `var(--color-${LOOKS[status].color})`;
}

export function statusWord(status: Status): string {
  return LOOKS[status].word;
}

/** The word for a run: a run succeeds, while a job completes. */
export function runStatusWord(status: Status): string {
  return status === 'completed' ? 'Succeeded' : statusWord(status);
}

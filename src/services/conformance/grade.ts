/** The result of grading an agent. */

export const CHECKS = [
  'health',
  'answer',
  'report',
  'duplicate',
  'signature',
  'authentication',
  'malformed',
  'slow-body',
  'large-request',
  'large-result',
  'retry-after',
  'cancel',
] as const;

export type CheckName = (typeof CHECKS)[number];

/** `warning`: works, but can be improved. `skipped`: does not apply, or needs params of its own. */
type CheckStatus = 'passed' | 'warning' | 'failed' | 'skipped';

export interface CheckResult {
  name: CheckName;
  status: CheckStatus;
  /** What was seen. */
  message: string;
  /** What to change. Null if there is nothing to change. */
  fix: string | null;
  durationMs: number;
}

export interface Grade {
  /** The worst of the checks; `skipped` counts as `passed`. */
  status: Exclude<CheckStatus, 'skipped'>;
  checks: CheckResult[];
}

export type Finding = Pick<CheckResult, 'status' | 'message' | 'fix'>;

export const passed = (message: string): Finding => ({ status: 'passed', message, fix: null });
export const skipped = (message: string): Finding => ({ status: 'skipped', message, fix: null });
export const warning = (message: string, fix: string): Finding => ({ status: 'warning', message, fix });
export const failed = (message: string, fix: string): Finding => ({ status: 'failed', message, fix });

export function gradeOf(checks: CheckResult[]): Grade {
  const has = (status: CheckStatus) => checks.some((check) => check.status === status);
  return { status: has('failed') ? 'failed' : has('warning') ? 'warning' : 'passed', checks };
}

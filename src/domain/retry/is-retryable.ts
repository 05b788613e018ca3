export type CallFailure =
  /** The answer of an agent or a notification channel. */
  | { kind: 'http'; status: number }
  | { kind: 'smtp'; reply: number }
  /** There was no usable answer. `code` is that of the transport, such as `TIMEOUT`. */
  | { kind: 'transport'; code: string; callee: 'agent' | 'channel' }
  /** What an agent's report, by answer, callback or SQL, says in `retryable`. */
  | { kind: 'report'; retryable: unknown };

/**
 * Failures of the way to an agent. With others the agent may have done the work, or the endpoint is wrong.
 */
const RETRYABLE_FOR_AGENTS: ReadonlySet<string> = new Set([
  'TIMEOUT',
  'CONNECTION_REFUSED',
  'CONNECTION_RESET',
  'UNREACHABLE',
  'DNS',
]);

/**
 * The only rule for whether a failed call is retried, to agents and channels alike. How often and when it is
 * retried is decided elsewhere: `settle` for jobs, `nextDeliveryDelayMs` for notifications.
 *
 * | failure                                      | retried                                        |
 * |----------------------------------------------|------------------------------------------------|
 * | HTTP 408, 425, 429 and 5xx; SMTP 4xx         | yes: the callee asks to try later              |
 * | any other status or reply                    | no: the same call fails again                  |
 * | no connection, timeout, connection broken    | yes                                            |
 * | address denied by the egress policy          | no                                             |
 * | TLS, malformed answer, aborted               | only to channels: a message twice does no harm |
 * | a report                                     | only if it says `retryable: true`              |
 */
export function isRetryable(failure: CallFailure): boolean {
  switch (failure.kind) {
    case 'http':
      return [408, 425, 429].includes(failure.status) || failure.status >= 500;
    case 'smtp':
      return failure.reply >= 400 && failure.reply < 500;
    case 'transport':
      return failure.callee === 'agent'
        ? RETRYABLE_FOR_AGENTS.has(failure.code)
        : failure.code !== 'EGRESS_DENIED';
    case 'report':
      return failure.retryable === true;
  }
}

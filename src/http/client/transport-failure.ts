/**
 * Why there was no usable answer, as a stable code. Decided by error codes, never by the text of a message,
 * except for {@link SWITCHED}.
 */
import { formatDuration } from '../../domain/duration.js';

/** The codes of `error.code` for failures before or outside of HTTP. */
export type TransportCode =
  | 'TIMEOUT'
  | 'CONNECTION_REFUSED'
  | 'CONNECTION_RESET'
  | 'UNREACHABLE'
  | 'DNS'
  | 'TLS'
  | 'EGRESS_DENIED'
  | 'INVALID_RESPONSE'
  | 'ABORTED';

/** `message` is for users: what went wrong and what to do. It contains no address, port, path or secret. */
export interface TransportFailure {
  code: TransportCode;
  message: string;
}

/** The caller's signal ended the request. */
export class AbortedError extends Error {
  readonly code = 'ABORTED';
}

/** The request's own deadline passed. */
export class DeadlineError extends Error {
  readonly code = 'DEADLINE';
  constructor(readonly timeoutMs: number) {
    super(`no complete response within ${timeoutMs} ms`);
  }
}

/** The answer had more bytes beside its body than allowed. */
export class AnswerTooLongError extends Error {
  readonly code = 'ANSWER_TOO_LONG';
}

/** A denial has its own message. */
type DescribedCode = Exclude<TransportCode, 'EGRESS_DENIED'>;

const MESSAGES: Record<DescribedCode, string> = {
  TIMEOUT: 'The connection could not be opened in time',
  CONNECTION_REFUSED: 'The connection was refused: nothing listens at the address and port of the URL',
  CONNECTION_RESET: 'The connection was closed before the response was complete',
  UNREACHABLE: 'The host cannot be reached from this machine',
  DNS: 'The host name of the URL could not be resolved',
  TLS: 'The TLS connection failed: check the certificate of the host and that the port speaks https',
  INVALID_RESPONSE: 'The response was not valid HTTP',
  ABORTED: 'The request was cancelled before it was answered',
};

const CODES = new Map<string, DescribedCode>([
  ['ABORTED', 'ABORTED'],
  ['ETIMEDOUT', 'TIMEOUT'],
  ['UND_ERR_CONNECT_TIMEOUT', 'TIMEOUT'],
  ['ECONNREFUSED', 'CONNECTION_REFUSED'],
  ['ECONNRESET', 'CONNECTION_RESET'],
  ['ECONNABORTED', 'CONNECTION_RESET'],
  ['EPIPE', 'CONNECTION_RESET'],
  ['UND_ERR_SOCKET', 'CONNECTION_RESET'],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'CONNECTION_RESET'],
  // The pool was closed while the request was waiting: it was not sent.
  ['UND_ERR_CLOSED', 'ABORTED'],
  ['UND_ERR_DESTROYED', 'ABORTED'],
  ['EHOSTUNREACH', 'UNREACHABLE'],
  ['ENETUNREACH', 'UNREACHABLE'],
  ['EHOSTDOWN', 'UNREACHABLE'],
  ['ENETDOWN', 'UNREACHABLE'],
  ['EADDRNOTAVAIL', 'UNREACHABLE'],
  ['ENOTFOUND', 'DNS'],
  ['ENODATA', 'DNS'],
  ['ENONAME', 'DNS'],
  ['ESERVFAIL', 'DNS'],
  ['EPROTO', 'TLS'],
]);

/**
 * undici's message if the other side switches protocols, for which undici has no code: it closes the
 * connection and reports that it broke.
 */
const SWITCHED = 'bad upgrade';

/** Families of codes of Node's resolver, of OpenSSL's certificate checks and of Node's TLS. */
const FAMILIES: [RegExp, DescribedCode][] = [
  [/^EAI_/, 'DNS'],
  [
    /^(ERR_TLS_|ERR_SSL_|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE))/,
    'TLS',
  ],
];

/**
 * Names what undici or the system reported. Any unknown failure happened while reading the answer.
 *
 * @param hasHeaders whether the headers of the answer had arrived
 */
export function classifyError(error: unknown, hasHeaders = false): TransportFailure {
  if (error instanceof DeadlineError) {
    return { code: 'TIMEOUT', message: `No complete response within ${formatDuration(error.timeoutMs)}` };
  }
  const code = errorCode(error);
  if (error instanceof AnswerTooLongError)
    return { code: 'INVALID_RESPONSE', message: 'The response was too long, including headers and framing' };
  if (code === 'UND_ERR_SOCKET' && (error as Error).message === SWITCHED)
    return {
      code: 'INVALID_RESPONSE',
      message: 'The response was 101 Switching Protocols, although no other protocol was requested',
    };
  // Without headers, there is no body that could be too short. undici also uses this code for headers that it
  // refuses.
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' && !hasHeaders)
    return {
      code: 'INVALID_RESPONSE',
      message: 'The headers of the response are not valid HTTP: check that Content-Length occurs only once',
    };
  if (code === 'EGRESS_DENIED') return { code, message: (error as Error).message };
  const known =
    CODES.get(code) ?? FAMILIES.find(([pattern]) => pattern.test(code))?.[1] ?? 'INVALID_RESPONSE';
  return { code: known, message: MESSAGES[known] };
}

/** If several addresses of a name were tried, the error of the first one decides. */
function errorCode(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return errorCode(error.errors[0]);
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : '';
}

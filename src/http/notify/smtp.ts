/**
 * Mail. The egress guard opens the socket, to an address that it has checked, and nodemailer speaks SMTP on
 * it, so no name is resolved twice. Certificates are always verified.
 */

import type { Socket } from 'node:net';
import type { Mail, SmtpServer } from '../../domain/notification/channels/channel-kind.js';
import { isRetryable } from '../../domain/retry/is-retryable.js';
import type { EgressGuard } from '../client/egress-guard.js';
import { limitConversation } from '../client/limit-answer.js';
import { classifyError } from '../client/transport-failure.js';
import { redact } from '../redact.js';
import { quoteOf, SEND_TIMEOUT_MS, type SendOutcome } from './send-outcome.js';

/**
 * For all recipients of one mail and all steps of SMTP: each step may take {@link SEND_TIMEOUT_MS}, all of
 * them twice that.
 */
const TOTAL_TIMEOUT_MS = 2 * SEND_TIMEOUT_MS;

/** Sends one mail on its own connection. Never rejects. */
export async function sendMail(
  guard: EgressGuard,
  server: SmtpServer,
  { from, to, subject, text, id }: Mail,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<SendOutcome> {
  const whole = AbortSignal.timeout(TOTAL_TIMEOUT_MS);
  // Loaded with the first mail: most processes send none, and loading it delays their start.
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    host: server.host,
    port: server.port,
    secure: server.secure,
    tls: { minVersion: 'TLSv1.2' },
    ...(server.username !== null && { auth: { user: server.username, pass: server.password ?? '' } }),
    getSocket: (_options, callback) => void connect(guard, server, callback),
    greetingTimeout: SEND_TIMEOUT_MS,
    socketTimeout: SEND_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    await transport.sendMail({
      from: { name: 'Callboard', address: from },
      to: to.map((address) => ({ name: '', address })),
      subject,
      text,
      messageId: `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
      signal: signal ? AbortSignal.any([signal, whole]) : whole,
    });
    return { kind: 'sent' };
  } catch (error) {
    return failureOf(error, server.password, whole.aborted);
  } finally {
    transport.close();
  }
}

type SocketCallback = (
  error: Error | null,
  socketOptions?: { connection: Socket; requireTLS: boolean },
) => void;

function connect(guard: EgressGuard, { host, port, secure, password }: SmtpServer, callback: SocketCallback) {
  const open = guard.connector({ timeoutMs: SEND_TIMEOUT_MS });
  open({ hostname: host, protocol: 'http:', port: String(port) }, (error, socket) => {
    if (error || !socket) return callback(error ?? new Error('no socket'));
    limitConversation(socket);
    // A relay on the same machine is the only case in which nobody can eavesdrop.
    callback(null, {
      connection: socket,
      requireTLS: !secure && password !== null && !isLoopback(socket),
    });
  });
}

function isLoopback({ remoteAddress = '' }: Socket): boolean {
  return /^(::ffff:)?127\.|^::1$/.test(remoteAddress);
}

interface SmtpError {
  code?: unknown;
  responseCode?: unknown;
  response?: unknown;
  cause?: unknown;
}

const WORDS: Record<string, string> = {
  EAUTH: 'The mail server refused the user name or password',
  EENVELOPE: 'The mail server refused the sender or the recipients',
  EMESSAGE: 'The mail server refused the message',
};

/** Classified by codes, never by the text of a message: 4xx asks to try again later, 5xx is permanent. */
function failureOf(error: unknown, password: string | null, timedOut: boolean): SendOutcome {
  const { code, responseCode, response } = error as SmtpError;
  if (timedOut) return { kind: 'failed', message: 'The mail server took too long', retryable: true };
  if (typeof responseCode === 'number') {
    const said = typeof response === 'string' ? quoteOf(redact(response, password ? [password] : [])) : '';
    const what = WORDS[String(code)] ?? 'The mail server refused the connection or a command';
    return {
      kind: 'failed',
      message: `${what}${said}`,
      retryable: isRetryable({ kind: 'smtp', reply: responseCode }),
    };
  }
  if (code === 'ETLS' || code === 'ESOCKET') {
    const message =
      'A TLS connection could not be made: check the certificate of the host, the port, and the setting "secure"';
    return { kind: 'failed', message, retryable: false };
  }
  const known = WORDS[String(code)];
  if (known) return { kind: 'failed', message: known, retryable: false };
  const failure = classifyError(error);
  if (failure.code === 'INVALID_RESPONSE')
    return {
      kind: 'failed',
      message: 'The mail server closed the connection or did not speak SMTP',
      retryable: true,
    };
  const retryable = isRetryable({ kind: 'transport', code: failure.code, callee: 'channel' });
  return { kind: 'failed', message: failure.message, retryable };
}

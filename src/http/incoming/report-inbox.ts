/** Receives the reports of an agent that is called without an attempt in the database. */

import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseJsonText } from '../../domain/json.js';
import { LIMITS } from '../../domain/limits.js';
import { utf8Text } from './utf8-text.js';

/** The part of a report that its receiver needs. */
export interface InboxReport {
  executionId: string;
  status: 'running' | 'completed' | 'failed';
  /** Size of the result as JSON. */
  resultBytes: number;
  /** Undefined if it is too large to be passed on. */
  result?: unknown;
  message?: string;
}

/** Where the reports of some calls arrive. */
export interface ReportInbox {
  /** What the call names as its callback. */
  callback(executionId: string): { url: string; token: string };
  /** Called with each report, in order. */
  onReport(listener: (report: InboxReport) => void): void;
  close(): Promise<void>;
}

/** The part of a report that is passed on; undefined if the body is not a report. */
export function toInboxReport(
  executionId: string,
  body: unknown,
  keptBytes: number,
): InboxReport | undefined {
  const { status, result, error } = (body ?? {}) as { status?: unknown; result?: unknown; error?: unknown };
  if (status !== 'running' && status !== 'completed' && status !== 'failed') return undefined;
  const resultBytes = result === undefined ? 0 : Buffer.byteLength(JSON.stringify(result));
  const message = typeof error === 'object' ? (error as { message?: unknown } | null)?.message : error;
  return {
    executionId,
    status,
    resultBytes,
    ...(resultBytes <= keptBytes && { result: result ?? null }),
    ...(typeof message === 'string' && { message: message.slice(0, 1_000) }),
  };
}

/**
 * An inbox with an HTTP server of its own, for programs without a server.
 * @param host the host that agents reach this process at
 */
export async function openLocalInbox(host = '127.0.0.1'): Promise<ReportInbox> {
  const token = randomBytes(24).toString('base64url');
  const listeners: ((report: InboxReport) => void)[] = [];
  const server = createServer(async (request, response) => {
    const text = await readText(request);
    const executionId = /^\/agent\/v1\/executions\/([^/?]+)$/.exec(request.url ?? '')?.[1];
    const isAllowed = request.headers.authorization === `Bearer ${token}`;
    const report =
      executionId && isAllowed ? toInboxReport(executionId, parseJsonText(text), Infinity) : undefined;
    const status = report ? 200 : isAllowed ? 422 : 401;
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
    if (report) for (const listener of listeners) listener(report);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, host, resolve);
  });
  const origin = `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`;
  return {
    callback: (executionId) => ({ url: `${origin}/agent/v1/executions/${executionId}`, token }),
    onReport: (listener) => void listeners.push(listener),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function readText(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request) {
    length += (part as Buffer).length;
    if (length <= LIMITS.reportBodyBytes) parts.push(part as Buffer);
  }
  return length <= LIMITS.reportBodyBytes ? (utf8Text(Buffer.concat(parts)) ?? '') : '';
}

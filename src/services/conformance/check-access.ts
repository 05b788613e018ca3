/** Checks of signatures, credentials, and requests that do not come from Callboard. */
import { authenticationHeaders } from '../../domain/agent/authentication.js';
import { signatureHeaders } from '../../http/agents/signature.js';
import { type Finding, failed, passed, skipped, warning } from './grade.js';
import type { AlteredRequest, Trial, TrialCall } from './trial.js';

const HOUR_MS = 3_600_000;

export async function signature(trial: Trial, params: unknown): Promise<Finding> {
  const { signingSecret } = trial.agent.call;
  if (!signingSecret) return skipped('The agent is registered without a signing secret.');
  const fix =
    'Verify webhook-id, webhook-timestamp and webhook-signature (Standard Webhooks) over the exact body.';
  const forged = await trial.call(params, {
    alter: ({ headers }) => {
      headers['webhook-signature'] = `v1,${Buffer.alloc(32, 7).toString('base64')}`;
    },
  });
  if (!isRefused(forged)) return failed(`A forged signature was not refused: ${describe(forged)}.`, fix);
  const unsigned = await trial.call(params, {
    alter: ({ headers }) => {
      for (const name of Object.keys(headers)) if (name.startsWith('webhook-')) delete headers[name];
    },
  });
  if (!isRefused(unsigned))
    return failed(`A request without a signature was not refused: ${describe(unsigned)}.`, fix);
  const old = await trial.call(params, { alter: (request) => sign(trial, request, -HOUR_MS) });
  if (!isRefused(old))
    return warning(
      `A request that was signed an hour ago was not refused: ${describe(old)}.`,
      'Refuse timestamps that are more than five minutes old, so that nobody can replay a request.',
    );
  return passed('Forged, missing and old signatures are refused.');
}

export async function authentication(trial: Trial, params: unknown): Promise<Finding> {
  const { authentication, signingSecret } = trial.agent.call;
  if (authentication.type === 'none') {
    return signingSecret
      ? skipped('The agent is registered without credentials. Its requests are signed.')
      : warning(
          'The agent is registered without credentials and without a signing secret.',
          'Register a signing secret or a token, and check it. Otherwise, anyone who can reach the agent can call it.',
        );
  }
  const names = Object.keys(authenticationHeaders(authentication));
  const anonymous = await trial.call(params, {
    alter: ({ headers }) => {
      for (const key of Object.keys(headers))
        if (names.some((name) => name.toLowerCase() === key.toLowerCase())) delete headers[key];
    },
  });
  return isRefused(anonymous)
    ? passed('A request without credentials is refused.')
    : failed(
        `A request without credentials was not refused: ${describe(anonymous)}.`,
        `Answer 401 unless the header ${names.join(' and ')} has the registered value.`,
      );
}

export async function malformed(trial: Trial): Promise<Finding> {
  if (trial.agent.call.method === 'GET') return skipped('GET requests have no body.');
  const broken = await trial.call(
    {},
    {
      alter: (request) => {
        request.body = '{"jobId":';
        sign(trial, request, 0);
      },
    },
  );
  if (isRefused(broken)) return passed(`A body that is not JSON is refused with ${broken.statusCode}.`);
  const fix = 'Answer 400 to a body that cannot be parsed. Other failures (5xx) are retried.';
  return warning(`A body that is not JSON was not refused: ${describe(broken)}.`, fix);
}

/** Signs the request in its current form. */
function sign(trial: Trial, { headers, body }: AlteredRequest, shiftMs: number): void {
  const { signingSecret } = trial.agent.call;
  if (!signingSecret || typeof body !== 'string') return;
  const at = new Date(trial.now().getTime() + shiftMs);
  Object.assign(headers, signatureHeaders(signingSecret, headers['Idempotency-Key'] ?? '', at, body));
}

function isRefused({ statusCode }: TrialCall): boolean {
  return statusCode !== null && statusCode >= 400 && statusCode < 500;
}

function describe({ statusCode, outcome }: TrialCall): string {
  if (statusCode !== null) return `the agent answered ${statusCode}`;
  return outcome.kind === 'failed' ? outcome.error.message : outcome.kind;
}

import type { Authentication } from '../../domain/agent/authentication.js';
import { validateSigningSecret } from '../../domain/stored-secret.js';
import { createEgressGuard } from '../../http/client/egress-guard.js';
import { createHttpClient } from '../../http/client/http-client.js';
import { openLocalInbox } from '../../http/incoming/report-inbox.js';
import type { CheckResult, Grade } from '../../services/conformance/grade.js';
import { type GradeParams, gradeAgent } from '../../services/conformance/grade-agent.js';
import type { TrialAgent } from '../../services/conformance/trial.js';
import { CliError, usageError } from '../cli-error.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { type Output, table } from '../output.js';
import { readArgument, readParams } from '../read-params.js';
import { untilInterrupted } from '../runs/follow.js';

interface TestOptions {
  params?: string;
  slowParams?: string;
  retryParams?: string;
  largeParams?: string;
  signingSecret?: string;
  bearer?: string;
  cancelUrl?: string;
  health?: string;
  callbackHost: string;
  strict?: true;
}

/** The user of a terminal may call any address that the machine can reach. */
const EVERYWHERE = ['0.0.0.0/0', '::/0'];
const TIMEOUT_MS = 15_000;
/** What a skipped check needs. */
const NEEDS: Partial<Record<CheckResult['name'], string>> = {
  signature: '--signing-secret',
  authentication: '--bearer',
  'retry-after': '--retry-params',
  cancel: '--cancel-url',
};

/**
 * `callboard agent test URL`.
 * @returns 1 if a check failed, or with `strict` also if one gave a warning
 */
export async function testAgent(url: string, options: TestOptions, output: Output): Promise<ExitCode> {
  const guard = createEgressGuard({ allow: EVERYWHERE });
  for (const one of [url, options.cancelUrl])
    for (const { message } of one === undefined ? [] : guard.checkUrl(one))
      throw usageError(`the URL ${one} ${message}`);
  const agent = await describeAgent(url, options);
  const params: GradeParams = {
    params: await readParams(options.params),
    slowParams: await readParams(options.slowParams, '--slow-params'),
    retryParams: await readParams(options.retryParams, '--retry-params'),
    largeParams: await readParams(options.largeParams, '--large-params'),
  };
  const http = createHttpClient({ guard });
  const inbox = await openInbox(options.callbackHost);
  output.note(`Testing ${url}. This calls the agent about fifteen times and takes up to a minute.\n`);
  try {
    const signal = untilInterrupted();
    const grade = await gradeAgent({ http, inbox, signal }, agent, params);
    if (signal.aborted) throw new CliError('interrupted');
    output.result(grade, () => describeGrade(grade));
    const isBad = grade.status === 'failed' || (options.strict && grade.status === 'warning');
    return isBad ? EXIT.failed : EXIT.ok;
  } finally {
    await inbox.close();
    await http.close();
  }
}

async function describeAgent(url: string, options: TestOptions): Promise<TrialAgent> {
  const bearer = await readArgument(options.bearer, '--bearer');
  const signingSecret = await readArgument(options.signingSecret, '--signing-secret');
  for (const { message } of signingSecret === undefined ? [] : validateSigningSecret(signingSecret, []))
    throw usageError(`--signing-secret ${message}`);
  const authentication: Authentication =
    bearer === undefined ? { type: 'none' } : { type: 'bearer', secret: bearer };
  return {
    call: {
      id: 'agent-test',
      version: '1.0.0',
      url,
      method: 'POST',
      authentication,
      signingSecret,
      completion: 'auto',
      timeoutMs: TIMEOUT_MS,
    },
    cancelUrl: options.cancelUrl ?? null,
    healthCheck: { endpoint: options.health ?? null },
  };
}

function openInbox(host: string) {
  return openLocalInbox(host).catch((error: NodeJS.ErrnoException) => {
    throw usageError(
      `reports cannot be received at ${host} (${error.code}): give --callback-host an address of this machine`,
    );
  });
}

function describeGrade({ status, checks }: Grade): string {
  const rows = checks.map((check) => [check.status, check.name, withHint(check)]);
  const lines = table(rows).split('\n');
  const text = checks.flatMap(({ fix }, index) => [lines[index] ?? '', ...(fix ? [`  -> ${fix}`] : [])]);
  const count = (wanted: string) => checks.filter((check) => check.status === wanted).length;
  const counts = `${count('passed')} passed, ${count('warning')} with a warning, ${count('failed')} failed, ${count('skipped')} skipped`;
  const verdict = {
    passed: 'The agent follows the protocol',
    warning: 'The agent works',
    failed: 'Not ready',
  };
  return `${text.join('\n')}\n\n${verdict[status]}: ${counts}.`;
}

function withHint({ name, status, message }: CheckResult): string {
  const option = status === 'skipped' ? NEEDS[name] : undefined;
  return option ? `${message} To check this, use ${option}.` : message;
}

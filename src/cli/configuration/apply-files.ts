import { LIMITS } from '../../domain/limits.js';
import { CliError, usageError } from '../cli-error.js';
import { type Client, expectResult, type MutationResult } from '../connection/client.js';
import { EXIT } from '../exit-codes.js';
import type { Output } from '../output.js';
import { describePlan, type Plan } from './describe-plan.js';
import { type FileDocument, readDocuments } from './read-documents.js';
import { resolveSecrets } from './resolve-secrets.js';

export interface FilesRequest {
  files: string[];
  managedBy?: string;
  prune?: boolean;
  takeOver?: boolean;
}

const APPLY = `mutation ($documents: [JSON!]!, $managedBy: String, $prune: Boolean, $takeOver: Boolean, $dryRun: Boolean) {
  result: applyConfiguration(documents: $documents, managedBy: $managedBy, prune: $prune, takeOver: $takeOver, dryRun: $dryRun) {
    __typename
    ... on ConfigurationPlan {
      changes { action kind key id name fields { path before after secret } } unchanged dryRun
    }
    ... on ValidationError { code message issues { path message } }
    ... on ConflictError { code message }
  }
}`;

/** `callboard diff`. The exit code is `differences` if something would change. */
export async function diffFiles(client: Client, request: FilesRequest, output: Output): Promise<void> {
  const files = await loadFiles(request, { toApply: false }, output);
  const plan = await send(client, request, files, true);
  output.result(plan, () => describePlan(plan));
  if (plan.changes.length > 0) process.exitCode = EXIT.differences;
}

/** `callboard apply`. Asks for confirmation on a terminal. */
export async function applyFiles(
  client: Client,
  request: FilesRequest & { dryRun?: boolean; yes?: boolean },
  output: Output,
): Promise<void> {
  const { dryRun = false, yes = false } = request;
  const isAsked = !dryRun && !yes;
  if (isAsked && !(process.stdin.isTTY && process.stdout.isTTY))
    throw usageError(
      'cannot ask for confirmation without a terminal: add --yes to apply, or --dry-run to see the changes',
    );
  const files = await loadFiles(request, { toApply: !dryRun }, output);
  if (isAsked) {
    const planned = await send(client, request, files, true);
    output.note(describePlan(planned));
    if (planned.changes.length === 0) return;
    await confirmPlan();
  }
  const plan = await send(client, request, files, dryRun);
  output.result(plan, () => describePlan(plan));
}

async function confirmPlan(): Promise<void> {
  const { confirm } = await import('@clack/prompts');
  // Also false when it is cancelled.
  if ((await confirm({ message: 'Apply these changes?', initialValue: false })) !== true)
    throw new CliError('cancelled: nothing was changed', EXIT.failed);
}

interface LoadedFiles {
  documents: readonly FileDocument[];
  values: unknown[];
}

async function loadFiles(
  { files }: FilesRequest,
  { toApply }: { toApply: boolean },
  output: Output,
): Promise<LoadedFiles> {
  const documents = await readDocuments(files);
  const resolved = await Promise.all(documents.map(resolveSecrets));
  const unset = resolved.flatMap((one) => one.unset);
  const problems = [...resolved.flatMap((one) => one.problems), ...(toApply ? unset : [])];
  if (problems.length > 0) throw usageError(problems.join('\n'));
  if (unset.length > 0) output.note([...unset, 'These secrets are not compared.', ''].join('\n'));
  return { documents, values: resolved.map(({ value }) => value) };
}

interface Refused extends MutationResult {
  issues?: { path: string[]; message: string }[];
}

async function send(
  client: Client,
  { managedBy, prune, takeOver }: FilesRequest,
  { documents, values }: LoadedFiles,
  dryRun: boolean,
): Promise<Plan> {
  const variables = { documents: values, managedBy, prune, takeOver, dryRun };
  if (Buffer.byteLength(JSON.stringify({ query: APPLY, variables })) > LIMITS.graphqlBodyBytes)
    throw usageError(
      'the documents are larger than 1 MiB: apply them in parts, each with its own --managed-by',
    );
  const { result } = await client.request<{ result: Refused & Plan }>(APPLY, variables);
  if (result.issues) throw new CliError(result.issues.map(inFile).join('\n'), EXIT.refused, result.code);
  const { __typename, ...plan } = expectResult<Refused & Plan>(result, 'ConfigurationPlan');
  return plan;

  function inFile({
    path: [argument, index, ...path],
    message,
  }: {
    path: string[];
    message: string;
  }): string {
    const document = argument === 'documents' ? documents[Number(index)] : undefined;
    const field = (document ? path : [argument, index, ...path]).filter(Boolean).join('.');
    const place = document ? `${document.placeOf(path)}: ` : '';
    return `${place}${field ? `${field}: ` : ''}${message}`;
  }
}

import { z } from 'zod';
import { lockMutexes } from '../../db/system/mutex.js';
import { retryDeadlock } from '../../db/system/retry-deadlock.js';
import { line } from '../../domain/input-forms.js';
import type { Issue } from '../../domain/issue.js';
import { joinTransaction, withTransaction } from '../../runtime/database/pool.js';
import type { Actor, ServiceDeps } from '../access/context.js';
import { checkAgentSchemas } from '../agents/agent-input.js';
import { type CheckedDeps, withGatheredSourceChecks } from '../runs/data-sources/source-checks.js';
import { deferEffects } from '../system/defer-effects.js';
import { parseInput } from '../system/parse-input.js';
import { invalid, invalidAt, ok, type Result } from '../system/result.js';
import type { UseCase } from '../system/use-case.js';
import { below, type ConfigurationDocument, parseDocuments } from './parse-documents.js';
import { type ConfigurationChange, planChanges, type Scope } from './plan-changes.js';

export interface ApplyRequest {
  documents: readonly unknown[];
  /** Who manages these documents. If absent, the objects are not managed. */
  managedBy?: string | null | undefined;
  prune?: boolean | null | undefined;
  /** Whether objects with another manager may be changed. */
  takeOver?: boolean | null | undefined;
  /** Makes all changes and rolls them back. */
  dryRun?: boolean | null | undefined;
}

export interface ConfigurationPlan {
  changes: ConfigurationChange[];
  /** Number of documents whose objects already matched them. */
  unchanged: number;
  dryRun: boolean;
}

const ownerInput = z.strictObject({ managedBy: line(200).nullish() });

/**
 * Makes objects match their documents, all of them or none, in one transaction and with the same use cases as
 * single changes. Concurrent applies wait for each other. A dry run does the same and rolls back.
 */
export const applyConfiguration: UseCase<ApplyRequest, ConfigurationPlan> = async (
  deps,
  actor,
  { documents: given, managedBy, prune = false, takeOver = false, dryRun = false },
) => {
  const owner = parseInput(ownerInput, { managedBy });
  if (owner.kind !== 'ok') return owner;
  if (prune && managedBy == null)
    return invalidAt(['managedBy'], 'is required to prune: only objects that it manages are deleted');
  const documents = parseDocuments(given);
  if (documents.kind !== 'ok') return documents;
  const issues = await checkSchemas(documents.value);
  if (issues.length > 0) return invalid(issues);
  const scope = {
    managedBy: owner.value.managedBy ?? null,
    prune: prune === true,
    takeOver: takeOver === true,
  };
  const result = await inOneTransaction(deps, { dryRun: dryRun === true }, (parts) =>
    planChanges(parts, actor, documents.value, scope),
  );
  if (result.kind !== 'ok') return result;
  const changes = result.value;
  if (!dryRun) logOutcome(deps, actor, changes, scope);
  const written = changes.filter(({ action }) => action !== 'delete').length;
  return ok({
    changes: dryRun ? changes.map(asPlanned) : changes,
    unchanged: documents.value.length - written,
    dryRun: dryRun === true,
  });
};

/** Compiles the schemas before rows are locked, because a hostile schema can take long. */
async function checkSchemas(documents: readonly ConfigurationDocument[]): Promise<Issue[]> {
  const issues: Issue[] = [];
  for (const { index, kind, fields } of documents)
    if (kind === 'Agent') issues.push(...below(index, await checkAgentSchemas(fields)));
  return issues;
}

class Undone<T> extends Error {
  constructor(readonly result: Result<T>) {
    super('the transaction is rolled back on purpose');
  }
}

/** Rolls back after a refusal or a dry run. */
async function inOneTransaction<T>(
  deps: ServiceDeps,
  { dryRun }: { dryRun: boolean },
  work: (parts: CheckedDeps) => Promise<Result<T>>,
): Promise<Result<T>> {
  const transact = (): Promise<Result<T>> =>
    withGatheredSourceChecks(deps, async (checked, assertKnown) => {
      const deferred = deferEffects(deps);
      const result = await withTransaction(deps.pool, async (client) => {
        await lockMutexes(client, ['configuration']);
        const parts = { ...checked, ...deferred.deps, pool: joinTransaction(deps.pool, client) };
        const outcome = await work(parts);
        assertKnown();
        if (outcome.kind !== 'ok' || dryRun) throw new Undone(outcome);
        return outcome;
      });
      deferred.release();
      return result;
    });
  try {
    return await retryDeadlock(transact);
  } catch (error) {
    if (error instanceof Undone) return error.result as Result<T>;
    throw error;
  }
}

function logOutcome(
  { logger }: ServiceDeps,
  actor: Actor,
  changes: readonly ConfigurationChange[],
  { managedBy }: Scope,
): void {
  const count = (action: ConfigurationChange['action']) =>
    changes.filter((one) => one.action === action).length;
  logger.info('configuration.applied', {
    actor: actor.id,
    managedBy,
    created: count('create'),
    updated: count('update'),
    deleted: count('delete'),
  });
}

/** The ID of an object that was created and rolled back refers to nothing. */
function asPlanned(change: ConfigurationChange): ConfigurationChange {
  return change.action === 'create' && change.kind !== 'Agent' ? { ...change, id: null } : change;
}

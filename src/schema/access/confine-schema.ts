/**
 * Applies the scope of API tokens where fields are resolved. `refuseBeyondScope` has looked at the operation
 * before; here every root field is confined or refused once more, however the operation arrived, and single
 * objects outside the scope read as objects that do not exist.
 */
import {
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
} from 'graphql';
import { isAgentInScope, isRunInScope, isScheduleInScope, type Scope } from '../../domain/access/scope.js';
import { invalidAt, notFound } from '../../services/system/result.js';
import { NOT_STORABLE } from '../../services/system/unwritable.js';
import type { GraphQLContext } from '../context.js';
import { loadAt } from '../lists/reference.js';
import { codedError } from '../types/coded-error.js';
import { answer } from '../types/errors.js';
import {
  beyondScope,
  type Confinement,
  isScoped,
  NESTED_ALLOWANCE,
  ROOT_ALLOWANCE,
  type ScopedKind,
} from './scope-allowance.js';

type Args = Readonly<Record<string, unknown>>;
type Field = GraphQLField<unknown, GraphQLContext, Args>;
type Resolve = GraphQLFieldResolver<unknown, GraphQLContext, Args, unknown>;
type Where = Readonly<Record<string, string>>;

/** Wraps the root fields, including future ones, and the fields that can lead out of a scope. */
export function confineSchema(schema: GraphQLSchema): GraphQLSchema {
  for (const root of [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]) {
    for (const field of fieldsOf(root)) confineRoot(field, root?.name ?? '');
  }
  for (const [type, fields] of Object.entries(NESTED_ALLOWANCE)) {
    for (const field of fieldsOf(schema.getType(type) as GraphQLObjectType | undefined)) {
      const kind = fields[field.name];
      if (kind) field.resolve = confineNested(kind, field.resolve ?? defaultFieldResolver);
    }
  }
  return schema;
}

function fieldsOf(type: GraphQLObjectType | null | undefined): Field[] {
  return Object.values(type?.getFields() ?? {});
}

function confineRoot(field: Field, root: string): void {
  const allowed = ROOT_ALLOWANCE[root]?.[field.name];
  const resolve = field.resolve ?? defaultFieldResolver;
  field.resolve = (parent, args, context, info) => {
    const { actor } = context;
    if (!isScoped(actor)) return resolve(parent, args, context, info);
    if (!allowed || (root === 'Mutation' && actor.role !== 'operator'))
      throw beyondScope(actor, `${root}.${field.name}`);
    if (allowed.how !== 'one') return resolve(parent, args, context, info);
    return confineOne(allowed, { isMutation: root === 'Mutation', resolve }, [parent, args, context, info]);
  };
  const { subscribe } = field;
  if (!subscribe) return;
  field.subscribe = (parent, args, context, info) => {
    if (isScoped(context.actor)) throw beyondScope(context.actor, `${root}.${field.name}`);
    return subscribe(parent, args, context, info);
  };
}

/** What the use cases call each kind when they refuse a mutation. */
const WORDS: Readonly<Record<ScopedKind, string>> = {
  agent: 'agent',
  schedule: 'schedule',
  run: 'run',
  job: 'job',
};

async function confineOne(
  { kind, by }: Extract<Confinement, { how: 'one' }>,
  { isMutation, resolve }: { isMutation: boolean; resolve: Resolve },
  call: Parameters<Resolve>,
): Promise<unknown> {
  const [, args, context] = call;
  const named = Object.entries(by).flatMap(([argument, column]) => {
    const value = args[argument];
    return typeof value === 'string' ? [{ column, value }] : [];
  });
  const [name] = named;
  if (!name || named.length > 1) {
    const names = Object.keys(by).map((argument) => JSON.stringify(argument));
    throw codedError('BAD_USER_INPUT', `Give either ${names.join(' or ')}.`);
  }
  // PostgreSQL cannot compare such a text. The use case refuses it in the same words for a token without a scope.
  if (isMutation && name.value.includes('\0'))
    return answer(Promise.resolve(invalidAt([], NOT_STORABLE)), () => null);
  if (await isInScope(context, kind, { [name.column]: name.value })) return resolve(...call);
  return isMutation ? answer(Promise.resolve(notFound(WORDS[kind], name.value)), () => null) : null;
}

/** Whether the object exists and is in the scope of the actor. */
async function isInScope(context: GraphQLContext, kind: ScopedKind, where: Where): Promise<boolean> {
  const { actor, prisma } = context;
  if (!isScoped(actor)) return true;
  const { scope } = actor;
  const run = { agentId: true, schedule: { select: { labels: true } } } as const;
  if (kind === 'agent') return isAgentInScope(scope, where.id ?? null);
  if (kind === 'schedule') {
    const schedule = await prisma.schedule.findFirst({ select: { labels: true }, where });
    return isScheduleInScope(scope, schedule?.labels ?? null);
  }
  if (kind === 'run') {
    return isRunOf(scope, await prisma.scheduleExecution.findFirst({ select: run, where }));
  }
  const job = await prisma.agentJobExecution.findFirst({
    select: { scheduleExecution: { select: run } },
    where,
  });
  return isRunOf(scope, job?.scheduleExecution ?? null);
}

interface RunRow {
  agentId: string | null;
  schedule: { labels: string[] } | null;
}

function isRunOf(scope: Scope, run: RunRow | null): boolean {
  return (
    run !== null &&
    isRunInScope(scope, { agentId: run.agentId, scheduleLabels: run.schedule?.labels ?? null })
  );
}

function confineNested(kind: 'agent' | 'schedule', resolve: Resolve): Resolve {
  return (parent, args, context, info) => {
    const found = resolve(parent, args, context, info);
    return isScoped(context.actor) ? ifInScope(kind, found, context, info) : found;
  };
}

async function ifInScope(
  kind: 'agent' | 'schedule',
  found: unknown,
  context: GraphQLContext,
  info: GraphQLResolveInfo,
): Promise<unknown> {
  const row = (await found) as { id: string } | null;
  if (row === null || !isScoped(context.actor)) return null;
  const { scope } = context.actor;
  if (kind === 'agent') return isAgentInScope(scope, row.id) ? row : null;
  const isWithin = await loadAt(context, info, row.id, async (ids) => {
    const schedules = await context.prisma.schedule.findMany({
      select: { id: true, labels: true },
      where: { id: { in: [...new Set(ids)] } },
    });
    const labels = new Map(schedules.map((schedule) => [schedule.id, schedule.labels]));
    return ids.map((id) => isScheduleInScope(scope, labels.get(id) ?? null));
  });
  return isWithin ? row : null;
}

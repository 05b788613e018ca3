import { GraphQLError } from 'graphql';
import { isDatabaseAway } from '../../../runtime/database/database-error.js';
import { codeOf, isSqlState } from '../../../runtime/database/sqlstate.js';
import { uuidv7 } from '../../../runtime/ids.js';
import type { Logger } from '../../../runtime/telemetry/logger.js';
import { codedError } from '../../types/coded-error.js';

/** Replaces an unexpected error by an error ID. The log has the details under that ID. */
export function maskError(error: unknown, logger: Logger): GraphQLError {
  const cause = causeOf(error);
  if (error instanceof GraphQLError && cause === undefined) return error;
  const path = error instanceof GraphQLError ? error.path : undefined;
  if (isDatabaseAway(cause)) return unavailable(cause, path, logger);
  if (isBadValue(cause)) {
    const extensions = { code: 'BAD_USER_INPUT' };
    return new GraphQLError('A value is too long, or cannot be searched for.', {
      ...(path && { path }),
      extensions,
    });
  }
  if (path === undefined && isStackOverflow(cause))
    return codedError('BAD_USER_INPUT', 'The operation is nested too deeply.');
  const errorId = uuidv7();
  logger.error('graphql.failed', { errorId, path: path?.join('.'), err: cause });
  return new GraphQLError('Something went wrong. Search the log of the server for the errorId.', {
    ...(path && { path }),
    extensions: { code: 'INTERNAL', errorId },
  });
}

/** The request may work in a moment. An operation that could not even begin is a 503. */
function unavailable(cause: unknown, path: GraphQLError['path'], logger: Logger): GraphQLError {
  logger.warn('graphql.unavailable', { path: path?.join('.'), err: cause });
  const error = codedError('UNAVAILABLE', 'The database is not available. Try again.');
  if (path === undefined) error.extensions.http = { status: 503, headers: { 'retry-after': '1' } };
  return path === undefined ? error : new GraphQLError(error.message, { path, extensions: error.extensions });
}

/** Codes of Prisma: more values than a statement accepts, value out of range, or not valid text. */
const PRISMA_BAD_VALUES = /^(P2029|P2020|P2023|P2033)$/;

function isBadValue(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { meta } = error as { meta?: { driverAdapterError?: { cause?: unknown } } };
  const { originalCode } = (meta?.driverAdapterError?.cause ?? {}) as { originalCode?: unknown };
  return PRISMA_BAD_VALUES.test(codeOf(error)) || [error, { code: originalCode }].some(isBadSqlValue);
}

/** The parser recurses, so that a document with few tokens can still be too deep for it. */
function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && error.message === 'Maximum call stack size exceeded';
}

function isBadSqlValue(error: unknown): boolean {
  return isSqlState(
    error,
    'invalidCharacter',
    'untranslatableCharacter',
    'numberOutOfRange',
    'instantOutOfRange',
  );
}

/**
 * The cause of an error that is not a GraphQLError. Undefined if everything in it was written for the
 * client.
 */
function causeOf(error: unknown): unknown {
  return error instanceof GraphQLError ? error.originalError && causeOf(error.originalError) : error;
}

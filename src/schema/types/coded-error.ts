import { GraphQLError } from 'graphql';

/** Why a whole field or operation is refused: `extensions.code` of a top-level error. */
export type ErrorCode =
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'BAD_USER_INPUT'
  | 'TOO_COMPLEX'
  | 'TOO_MANY_REQUESTS'
  | 'TOO_MANY_SUBSCRIPTIONS'
  | 'PERSISTED_QUERY_NOT_FOUND'
  | 'CURSOR_EXPIRED'
  | 'LAGGED'
  | 'UNAVAILABLE'
  | 'SHUTTING_DOWN'
  | 'INTERNAL';

/** An error whose message is meant for the client, with a code to act on. */
export function codedError(
  code: ErrorCode,
  message: string,
  extensions: Record<string, unknown> = {},
): GraphQLError {
  return new GraphQLError(message, { extensions: { code, ...extensions } });
}

export function unauthenticated(
  message = 'Sign in: send an API token as "Authorization: Bearer <token>".',
): GraphQLError {
  return codedError('UNAUTHENTICATED', message);
}

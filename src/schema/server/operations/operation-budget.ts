import type { GraphQLError } from 'graphql';
import { LIMITS } from '../../../domain/limits.js';
import type { ByteBudget } from '../../../runtime/limits/byte-budget.js';
import { codedError } from '../../types/coded-error.js';
import { tooManyRequests } from '../admission.js';

/** The error for an operation that exceeded its budget. */
export function refusedBy({ exceeded }: ByteBudget): GraphQLError {
  if (exceeded === 'shared')
    return tooManyRequests('Other operations of this API token use its whole share: try again.');
  const mebibytes = LIMITS.operationBytes / 1_048_576;
  const message = `This operation would read and return more than ${mebibytes} MiB. Request smaller pages, or split the operation.`;
  return codedError('TOO_COMPLEX', message);
}

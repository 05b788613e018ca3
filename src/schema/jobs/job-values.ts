/** What an attempt was sent, and what its agent answered. These values may be large, so lists shorten them. */
import { LIMITS } from '../../domain/limits.js';
import { builder } from '../builder.js';
import { JobError, readError } from './job-error.js';
import { JobExecution } from './job-execution.js';
import { cutColumns, loadJson, loadText } from './large-values.js';

const TABLE = 'AgentJobExecution';

builder.prismaObjectFields(JobExecution, (t) => ({
  params: t.field({
    type: 'JSON',
    description:
      'Params sent to the agent. In a list, a long value reads `{"truncated": true, "bytes": …}`; see `truncatedFields`.',
    resolve: ({ id }, _args, context, info) => loadJson(context, info, [TABLE, 'params', id]),
  }),
  result: t.field({
    type: 'JSON',
    nullable: true,
    description:
      'Result reported by the agent. In a list, a long value reads `{"truncated": true, "bytes": …}`; see `truncatedFields`. Null if there is none.',
    resolve: ({ id }, _args, context, info) => loadJson(context, info, [TABLE, 'result', id]),
  }),
  error: t.field({
    type: JobError,
    nullable: true,
    description: 'Why the attempt failed. Null if it did not fail.',
    resolve: ({ id }, _args, context, info) => loadJson(context, info, [TABLE, 'error', id], readError),
  }),
  metrics: t.field({
    type: 'JSON',
    nullable: true,
    description:
      'Metrics reported by the agent. In a list, a long value reads `{"truncated": true, "bytes": …}`; see `truncatedFields`. Null if there are none.',
    resolve: ({ id }, _args, context, info) => loadJson(context, info, [TABLE, 'metrics', id]),
  }),
  truncatedFields: t.stringList({
    description: `Names of the fields whose values exceed ${LIMITS.listedValueBytes / 1_024} KiB and are truncated in this list. \`jobExecution(id)\` returns them in full.`,
    resolve: ({ id }, _args, context, info) => cutColumns(context, info, TABLE, id),
  }),
  responseBody: t.string({
    nullable: true,
    description:
      'Body of the agent’s response. Null if there was none, and in a list if it is long; see `truncatedFields`.',
    resolve: ({ id }, _args, context, info) => loadText(context, info, [TABLE, 'responseBody', id]),
  }),
  ...t.exposed('Int', {
    statusCode: 'HTTP status of the agent’s response. Null if there was none.',
  }),
  ...t.exposed('Boolean!', {
    responseTruncated: 'Whether the stored response body is truncated.',
    resultInvalid:
      'Whether the result has a problem: it was written by SQL and does not match the agent’s `outputSchema`; bytes of the response that are not valid UTF-8 were replaced by U+FFFD; or numbers that 64-bit floating point cannot represent were rounded.',
  }),
}));

import type { AdminToken } from './admin-token.js';

export interface BannerFacts {
  /** `http://127.0.0.1:4000` */
  serverUrl: string;
  workerUrl: string;
  /** For people: where the data is. */
  database: string;
  token: AdminToken;
  /** Signs in to the admin, once; undefined: there is no admin to sign in as. */
  signInUrl: string | undefined;
  /** What was done about the sample workspace. */
  sample: 'loaded' | 'present' | 'none';
}

const QUERY = 'subscription { jobExecutionChanged { at status jobExecution { agentId params retryCount } } }';

/** What `npm start` shows when everything runs: one screen, with a command to paste. */
export function banner({ serverUrl, workerUrl, database, token, signInUrl, sample }: BannerFacts): string {
  return `
  Callboard is running.

  Admin      ${signInUrl ?? `${serverUrl}/admin`}
             ${signInUrl ? 'signs you in once, within 15 minutes; later with the token' : 'sign in with the token'}
  GraphQL    ${serverUrl}/graphql
  Token      ${describeToken(token)}
  Database   ${database}
  Metrics    ${serverUrl}/metrics  ${workerUrl}/metrics
  Sample     ${SAMPLE[sample]}

  Watch jobs change as it happens:

${subscribeCommand(serverUrl, token)}

  Ctrl-C drains and stops everything.

`;
}

/** A line for a shell that prints every change of a job. The token is read from its file, so it stays out of the history. */
export function subscribeCommand(serverUrl: string, { file }: AdminToken): string {
  const bearer = file === undefined ? '<your API token>' : `$(cat ${quoted(file)})`;
  return [
    `curl -N -H "Authorization: Bearer ${bearer}" -H 'accept: text/event-stream' \\`,
    `  -H 'content-type: application/json' --data '${JSON.stringify({ query: QUERY })}' \\`,
    `  ${serverUrl}/graphql`,
  ].join('\n');
}

const SAMPLE: Record<BannerFacts['sample'], string> = {
  loaded: 'loaded: a table of tickers, four agents, a pipeline, six schedules; one runs each minute',
  present: 'its agents are running',
  none: 'none',
};

function describeToken({ generated, file }: AdminToken): string {
  if (generated !== undefined) return `${generated}  (an admin's; shown once, kept in ${file})`;
  return file === undefined ? 'one that you have' : `in ${file}`;
}

/** Inside double quotes of a shell; a plain path needs no quotes of its own. */
function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}

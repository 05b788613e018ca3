import type { AdminToken } from './admin-token.js';

export interface BannerFacts {
  /** `http://127.0.0.1:4000` */
  serverUrl: string;
  workerUrl: string;
  /** Describes where the data is. */
  database: string;
  token: AdminToken;
  /** One-time link to the admin; undefined if there is no admin to sign in as. */
  signInUrl: string | undefined;
  /** Default time zone of schedules. */
  timezone: string;
  /** State of the sample workspace. */
  sample: 'loaded' | 'present' | 'none';
}

const QUERY = 'subscription { jobExecutionChanged { at status jobExecution { agentId params retryCount } } }';

/** What `npm start` prints when everything is running: one screen, with a command to paste. */
export function banner({
  serverUrl,
  workerUrl,
  database,
  token,
  signInUrl,
  timezone,
  sample,
}: BannerFacts): string {
  return `
  Callboard is running.

  Admin      ${signInUrl ?? `${serverUrl}/admin`}
             ${signInUrl ? 'one-time sign-in link, valid for 15 minutes; then sign in with the token' : 'sign in with the token'}
  GraphQL    ${serverUrl}/graphql
  Token      ${describeToken(token)}
  Database   ${database}
  Metrics    ${serverUrl}/metrics  ${workerUrl}/metrics
  Time zone  ${timezone}, for schedules without one
  Sample     ${SAMPLE[sample]}

  Watch jobs as they change:

${subscribeCommand(serverUrl, token)}

  Ctrl-C finishes the running jobs and stops everything.

`;
}

/** Shell command that prints every change of a job. It reads the token from its file, so the token stays out of the shell history. */
export function subscribeCommand(serverUrl: string, { file }: AdminToken): string {
  const bearer = file === undefined ? '<your API token>' : `$(cat ${quoted(file)})`;
  return [
    `curl -N -H "Authorization: Bearer ${bearer}" -H 'accept: text/event-stream' \\`,
    `  -H 'content-type: application/json' --data '${JSON.stringify({ query: QUERY })}' \\`,
    `  ${serverUrl}/graphql`,
  ].join('\n');
}

const SAMPLE: Record<BannerFacts['sample'], string> = {
  loaded: 'loaded: tickers, four agents, a pipeline, seven schedules (one runs every minute)',
  present: 'present; its agents are running',
  none: 'none',
};

function describeToken({ generated, file }: AdminToken): string {
  if (generated !== undefined)
    return `${generated}  (role ADMIN; shown once, ${file === undefined ? 'could not be stored' : `stored in ${file}`})`;
  return file === undefined ? 'the one you set' : `in ${file}`;
}

/** Quotes a path for use inside double quotes in a shell. A plain path needs no quotes. */
function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}

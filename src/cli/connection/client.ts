/** GraphQL over HTTP. Every failure is a {@link CliError}. */
import { CliError } from '../cli-error.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { readEvents } from './event-stream.js';

export interface Client {
  /** @throws CliError if the server cannot be reached, rejects the token or refuses the operation */
  request<T>(query: string, variables?: Record<string, unknown>): Promise<T>;
  /**
   * The events of a subscription, until the server completes it.
   * @throws CliError also if the connection breaks
   */
  subscribe<T>(query: string, variables: Record<string, unknown>, signal: AbortSignal): AsyncGenerator<T>;
}

export interface ClientOptions {
  /** Without a trailing slash. */
  url: string;
  token: string | undefined;
  /** Where the token comes from, for the message when the server does not accept it. */
  tokenOrigin?: string | undefined;
}

/** A result of a mutation: a value, or one of the error types. */
export interface MutationResult {
  __typename: string;
  code?: string;
  message?: string;
}

interface Answer {
  data?: unknown;
  errors?: { message: string; extensions?: { code?: string } }[];
}

const TIMEOUT_MS = 60_000;
const EXIT_BY_CODE: Record<string, ExitCode> = {
  UNAUTHENTICATED: EXIT.forbidden,
  FORBIDDEN: EXIT.forbidden,
  UNAVAILABLE: EXIT.unreachable,
  SHUTTING_DOWN: EXIT.unreachable,
  NOT_FOUND: EXIT.notFound,
  VALIDATION: EXIT.refused,
  CONFLICT: EXIT.refused,
  BAD_USER_INPUT: EXIT.refused,
};

export function createClient(options: ClientOptions): Client {
  const { url, token } = options;
  async function post(body: object, accept: string, signal: AbortSignal): Promise<Response> {
    const headers: Record<string, string> = { 'content-type': 'application/json', accept };
    if (token !== undefined) headers.authorization = `Bearer ${token}`;
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      signal,
      // A redirect could send the token elsewhere.
      redirect: 'manual',
    }).catch((error: Error) => {
      throw cannotReach(url, reasonOf(error));
    });
    if (response.status === 401) throw notSignedIn(options);
    return response;
  }

  return {
    async request<T>(query: string, variables = {}) {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const response = await post({ query, variables }, 'application/json', signal);
      return dataOf<T>(options, response);
    },
    async *subscribe<T>(query: string, variables: Record<string, unknown>, signal: AbortSignal) {
      const response = await post({ query, variables }, 'text/event-stream', signal);
      if (!response.headers.get('content-type')?.startsWith('text/event-stream') || !response.body)
        return yield await dataOf<T>(options, response);
      for await (const answer of readEvents(response.body, () => cannotReach(url, 'the connection was lost')))
        yield dataIn<T>(options, answer as Answer) ?? refuseAnswer(url, response);
    },
  };
}

/** The result of a mutation if it is of this type. @throws CliError with the server's message otherwise */
export function expectResult<T extends MutationResult>(result: MutationResult, typename: string): T {
  if (result.__typename === typename) return result as T;
  throw new CliError(
    result.message ?? `the server answered ${result.__typename}`,
    EXIT_BY_CODE[result.code ?? ''] ?? EXIT.failed,
  );
}

async function dataOf<T>(options: ClientOptions, response: Response): Promise<T> {
  const answer = (await response.json().catch(() => undefined)) as Answer | undefined;
  return dataIn<T>(options, answer) ?? refuseAnswer(options.url, response);
}

function dataIn<T>(options: ClientOptions, answer: Answer | undefined): T | undefined {
  const [error] = answer?.errors ?? [];
  if (!error) return (answer?.data as T) ?? undefined;
  const code = error.extensions?.code;
  if (code === 'UNAUTHENTICATED') throw notSignedIn(options);
  throw new CliError(error.message, EXIT_BY_CODE[code ?? ''] ?? EXIT.failed, code);
}

function refuseAnswer(url: string, { status }: Response): never {
  throw new CliError(
    `${url} is not a Callboard server, or a proxy answered (status ${status})`,
    EXIT.unreachable,
  );
}

function cannotReach(url: string, reason: string): CliError {
  return new CliError(
    `${url} cannot be reached (${reason}): is the server running? To use another address, set --url or CALLBOARD_URL`,
    EXIT.unreachable,
  );
}

function notSignedIn({ url, token, tokenOrigin }: ClientOptions): CliError {
  const refused = (message: string) => new CliError(message, EXIT.forbidden, 'UNAUTHENTICATED');
  if (token === undefined)
    return refused(`${url} requires an API token: run "callboard login ${url}", or set CALLBOARD_TOKEN`);
  const origin = tokenOrigin === undefined ? '' : `; ${tokenOrigin}`;
  return refused(`${url} does not accept this API token: it is wrong, was revoked, or has expired${origin}`);
}

/** The code of the network error, because the messages of `fetch` say nothing. */
function reasonOf(error: Error): string {
  const cause = error.cause as { code?: string; message?: string } | undefined;
  return error.name === 'TimeoutError'
    ? 'no answer within a minute'
    : (cause?.code ?? cause?.message ?? error.message);
}

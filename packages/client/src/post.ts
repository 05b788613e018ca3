import { CallboardError, type GraphqlError } from './errors.js';

/** Where the server is, and what every request brings along. */
export interface Endpoint {
  /** E.g. `https://callboard.example/graphql`. */
  url: string;
  token: string | undefined;
  fetch: typeof globalThis.fetch;
}

/** An answer of GraphQL. */
export interface Answer {
  data?: unknown;
  errors?: GraphqlError[];
}

/**
 * @param accept `application/json`, or `text/event-stream` for subscriptions
 * @throws CallboardError with the code `NETWORK` if the server cannot be reached; the signal's reason if it is aborted
 */
export async function post(
  { url, token, fetch }: Endpoint,
  body: object,
  accept: string,
  signal: AbortSignal,
): Promise<Response> {
  try {
    return await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
      // A redirect could lead the token elsewhere.
      redirect: 'error',
      signal,
    });
  } catch (cause) {
    throw signal.aborted ? signal.reason : networkError(url, cause);
  }
}

/** A server that is not reached, or a connection that broke. */
export function networkError(url: string, cause?: unknown): CallboardError {
  const { cause: reason, message } = (cause ?? {}) as { cause?: { code?: string }; message?: string };
  const why = reason?.code ?? message ?? 'the connection was closed';
  return new CallboardError(`${new URL(url).origin} cannot be reached: ${why}.`, 'NETWORK', { cause });
}

/** The answer in the body of a response. @throws CallboardError if the body is not an answer, or the connection breaks */
export async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text().catch((cause) => {
    throw networkError(response.url, cause);
  });
  const answer = parseAnswer(text);
  if (answer?.data !== undefined || answer?.errors) return answer;
  const message = `The server does not answer as Callboard does (status ${response.status}). Is the address right?`;
  throw new CallboardError(message, 'BAD_ANSWER', details(response));
}

function parseAnswer(text: string): Answer | undefined {
  try {
    return JSON.parse(text) as Answer;
  } catch {
    return undefined;
  }
}

/** The data of an answer. @throws CallboardError with the first error, if there is one */
export function dataOf<Result>({ data, errors }: Answer, response: Response): Result {
  const [error] = errors ?? [];
  if (error) throw new CallboardError(error.message, error.extensions?.code ?? 'GRAPHQL', details(response));
  return data as Result;
}

function details({ status, headers }: Response) {
  return { status, retryAfterMs: Number(headers.get('retry-after') ?? 0) * 1_000 || 0 };
}

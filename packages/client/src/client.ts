import { startDeadline } from './deadline.js';
import { CallboardError } from './errors.js';
import { EventCursorDocument } from './operations.generated.js';
import { dataOf, type Endpoint, post, readAnswer } from './post.js';
import { mayRetry, pause, pauseAfter, type RetryOptions } from './retry.js';
import { follow, type SubscribeOptions } from './subscribe.js';
import type { TypedDocument } from './typed-document.js';

export interface ClientOptions extends RetryOptions {
  /** Address of the server, e.g. `https://callboard.example`. */
  url: string;
  /** API token. Its role decides what the client may do. */
  token?: string;
  /** Time limit for each answer, in milliseconds; default 30,000. Subscriptions have none. */
  timeoutMs?: number;
  /** Default: the one of the platform. */
  fetch?: typeof globalThis.fetch;
}

export interface RequestOptions {
  /** Ends the request. Whether a mutation was executed is then unknown. */
  signal?: AbortSignal;
}

export interface Client {
  /**
   * Executes a query or mutation. A failure that passes is tried again if that is safe: queries, and mutations with an
   * `idempotencyKey`.
   *
   * @throws CallboardError if the server is not reached or refuses the operation; the signal's reason if it is aborted
   */
  request<Result, Variables>(
    document: TypedDocument<Result, Variables>,
    variables: Variables,
    options?: RequestOptions,
  ): Promise<Result>;
  /** All items of a list, page by page. `variables` may set the size of a page with `first`; default 100. */
  list<Result extends object, Variables extends PageVariables>(
    document: TypedDocument<Result, Variables>,
    variables: Variables,
    options?: RequestOptions,
  ): AsyncGenerator<NodeOf<Result>>;
  /** The cursor of now. Take it before you read data or change something, and subscribe after it to miss nothing. */
  cursor(options?: RequestOptions): Promise<string>;
  /**
   * Follows events until the signal is aborted or the loop is left, whatever happens to the connection in between. The document
   * takes `$after` and selects `cursor`.
   *
   * @throws CallboardError with the code `CURSOR_EXPIRED` if the cursor is too old: read the data again, then subscribe again
   */
  subscribe<Result extends object, Variables extends object>(
    document: TypedDocument<Result, Variables>,
    variables: Omit<Variables, 'after'>,
    options?: SubscribeOptions,
  ): AsyncGenerator<Result>;
}

interface PageVariables {
  first?: number | null | undefined;
  after?: string | null | undefined;
}

interface Connection<Node> {
  edges: readonly { node: Node }[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

/** The items of the only list of a query. */
export type NodeOf<Result> = {
  [Name in keyof Result]: Result[Name] extends Connection<infer Node> ? Node : never;
}[keyof Result];

const PAGE_SIZE = 100;

/** A client of one server. It holds no connection, so it need not be closed. */
export function createClient(options: ClientOptions): Client {
  const { attempts = 4, pauseMs = 200, timeoutMs = 30_000, token } = options;
  const endpoint: Endpoint = {
    url: `${options.url.replace(/\/+$/, '')}/graphql`,
    token,
    fetch: options.fetch ?? ((...request) => globalThis.fetch(...request)),
  };

  async function send<Result>(query: string, variables: unknown, signal: AbortSignal | undefined) {
    const deadline = startDeadline(timeoutMs, signal);
    try {
      const response = await post(endpoint, { query, variables }, 'application/json', deadline.signal);
      return dataOf<Result>(await readAnswer(response), response);
    } catch (cause) {
      if (!deadline.isOver()) throw signal?.aborted ? signal.reason : cause;
      throw new CallboardError(`There was no answer within ${timeoutMs} ms.`, 'TIMEOUT', { cause });
    } finally {
      deadline.release();
    }
  }

  async function request<Result, Variables>(
    document: TypedDocument<Result, Variables>,
    variables: Variables,
    { signal }: RequestOptions = {},
  ): Promise<Result> {
    const query = document.toString();
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await send<Result>(query, variables, signal);
      } catch (error) {
        if (attempt >= attempts || signal?.aborted || !mayRetry(error, query, variables)) throw error;
        await pause(pauseAfter(attempt, pauseMs, error.retryAfterMs), signal);
      }
    }
  }

  const cursor = async (options?: RequestOptions) =>
    (await request(EventCursorDocument, {}, options)).eventCursor;

  return {
    request,
    cursor,
    async *list<Result extends object, Variables extends PageVariables>(
      document: TypedDocument<Result, Variables>,
      variables: Variables,
      options?: RequestOptions,
    ) {
      const page = { first: PAGE_SIZE, ...variables };
      for (;;) {
        const [list] = Object.values(await request(document, page, options)) as Connection<NodeOf<Result>>[];
        if (!list) return;
        for (const { node } of list.edges) yield node;
        if (!list.pageInfo.hasNextPage) return;
        page.after = list.pageInfo.endCursor;
      }
    },
    async *subscribe<Result extends object, Variables extends object>(
      document: TypedDocument<Result, Variables>,
      variables: Omit<Variables, 'after'>,
      options: SubscribeOptions = {},
    ) {
      const { signal } = options;
      // Before anything is sent: what happens while it connects is not missed.
      const after = options.after ?? (await cursor({ ...(signal && { signal }) }));
      yield* follow<Result>(endpoint, document.toString(), variables, after, options);
    },
  };
}

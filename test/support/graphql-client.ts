import { type Client, createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import type { TypedDocumentString } from './generated/operations.js';

export interface GraphqlError {
  message: string;
  path?: (string | number)[];
  extensions?: {
    code?: string;
    errorId?: string;
    cursor?: string;
    issues?: { path: string[]; message: string }[];
  };
}

export interface Answer<Data> {
  status: number;
  data: Data | null | undefined;
  errors: GraphqlError[];
  headers: Headers;
}

/**
 * Yields one value after the other. Yields `undefined` when the server completes, and throws the server's
 * errors.
 */
export interface Stream<Data> {
  next(): Promise<Data | undefined>;
  close(): void;
}

export interface GraphqlClient {
  /** Sends over HTTP and returns any answer. */
  send<Data, Variables>(
    document: TypedDocumentString<Data, Variables>,
    variables: Variables,
  ): Promise<Answer<Data>>;
  /** Sends over HTTP and throws if there are errors. */
  ask<Data, Variables>(document: TypedDocumentString<Data, Variables>, variables: Variables): Promise<Data>;
  /** Subscribes over WebSocket, each stream on its own socket. */
  watch<Data, Variables>(
    document: TypedDocumentString<Data, Variables>,
    variables: Variables,
    onPing?: (payload: unknown) => void,
  ): Stream<Data>;
  /** Subscribes over Server-Sent Events; comments are passed to `onComment`. */
  listen<Data, Variables>(
    document: TypedDocumentString<Data, Variables>,
    variables: Variables,
    onComment?: (text: string) => void,
  ): Stream<Data>;
}

/** Why a stream ended. */
export class StreamError extends Error {
  constructor(readonly errors: GraphqlError[]) {
    super(errors.map(({ message }) => message).join('; '));
  }

  get code(): string | undefined {
    return this.errors[0]?.extensions?.code;
  }
}

/** A client as a user would write it: fetch, graphql-ws, and typed operations. */
export function createGraphqlClient(url: string, token?: string): GraphqlClient {
  const authorization: Record<string, string> =
    token === undefined ? {} : { authorization: `Bearer ${token}` };
  const headers = { 'content-type': 'application/json', ...authorization };

  async function send<Data, Variables>(
    document: TypedDocumentString<Data, Variables>,
    variables: Variables,
  ): Promise<Answer<Data>> {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ query: String(document), variables }),
    });
    const { data, errors = [] } = (await response.json()) as { data?: Data; errors?: GraphqlError[] };
    return { status: response.status, headers: response.headers, data, errors };
  }

  return {
    send,
    async ask(document, variables) {
      const { data, errors } = await send(document, variables);
      if (errors.length > 0 || !data) throw new StreamError(errors);
      return data;
    },
    watch(document, variables, onPing) {
      const client: Client = createClient({
        url: `${url.replace('http', 'ws')}/graphql`,
        webSocketImpl: WebSocket,
        connectionParams: authorization,
        retryAttempts: 0,
        on: { ping: (received, payload) => received && onPing?.(payload) },
      });
      const results = client.iterate({
        query: String(document),
        variables: variables as Record<string, unknown>,
      });
      return {
        async next() {
          try {
            const { done, value } = await results.next();
            if (done) return undefined;
            if (value.errors) throw new StreamError(value.errors as GraphqlError[]);
            return value.data as never;
          } catch (error) {
            throw Array.isArray(error) ? new StreamError(error) : error;
          }
        },
        close: () => void client.dispose(),
      };
    },
    listen(document, variables, onComment) {
      const aborter = new AbortController();
      const events = readEvents(
        fetch(`${url}/graphql`, {
          method: 'POST',
          headers: { ...headers, accept: 'text/event-stream' },
          body: JSON.stringify({ query: String(document), variables }),
          signal: aborter.signal,
        }),
        onComment,
      );
      return {
        async next() {
          const { done, value } = await events.next();
          if (done || value.event === 'complete') return undefined;
          const { data, errors } = JSON.parse(value.data) as { data: never; errors?: GraphqlError[] };
          if (errors) throw new StreamError(errors);
          return data;
        },
        close: () => aborter.abort(),
      };
    },
  };
}

async function* readEvents(response: Promise<Response>, onComment: (text: string) => void = () => {}) {
  const { body } = await response;
  let text = '';
  for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const lines = text.slice(0, end).split('\n');
      text = text.slice(end + 2);
      for (const line of lines) if (line.startsWith(':')) onComment(line.slice(1).trim());
      const fields = Object.fromEntries(
        lines.filter((line) => /^\w+:/.test(line)).map((line) => line.split(/: ?(.*)/s, 2)),
      );
      if (fields.event) yield { event: fields.event as string, data: (fields.data ?? '') as string };
    }
  }
}

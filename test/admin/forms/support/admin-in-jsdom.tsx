/**
 * The admin in jsdom, on a real server with a database for each test file: all pages with their router, their
 * GraphQL client and live events. Only layout is missing, so whatever depends on it needs test/support/browser.ts.
 */
import { createBrowserHistory, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, cleanup, render, screen, waitFor, type within } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel, type UserEvent } from '@testing-library/user-event';
import type { QueryResultRow } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { WebSocket } from 'ws';
import { router } from '../../../../admin/src/app/router.js';
import { forgetSession } from '../../../../admin/src/app/session.js';
import { signIn } from '../../../../admin/src/lib/session.js';
import type { Role } from '../../../../src/services/access/context.js';
import { createDeferred } from '../../../support/deferred.js';
import { startTestServer, type TestServer } from '../../../support/graphql-server.js';

/** Set by Vitest. */
declare const jsdom: {
  reconfigure(settings: { url: string }): void;
  cookieJar: { getCookieStringSync(url: string): string; setCookieSync(cookie: string, url: string): void };
};

/** Can send the request to the server. */
type Answer = (send: () => Promise<Response>) => Promise<Response>;

export interface AdminInJsdom {
  /** Available once the tests of the file run. */
  server: TestServer;
  /** Signs in and opens a page, such as `/agents/new`. */
  open(path: string, role?: Role): Promise<UserEvent>;
  /** The one row of a table with this value in this column. */
  row(table: string, column: string, value: string): Promise<QueryResultRow>;
  /** Variables of the requests of an operation, since the page was opened. */
  sent(operationName: string): unknown[];
  /** Holds the requests of an operation back until the returned function is called. */
  hold(operationName: string): () => void;
  /** Answers the requests of an operation instead of the server, until the end of the test. */
  intercept(operationName: string, answer: Answer): void;
  /** Whether every request fails, as without a network. */
  setOffline(isOffline: boolean): void;
}

/** Registers what starts, watches and ends everything for the tests of a file. */
export function adminInJsdom(prepare?: (server: TestServer) => Promise<void>): AdminInJsdom {
  const network = createNetwork();
  const problems: unknown[][] = [];
  let running: TestServer | undefined;
  const server = () => {
    if (!running) throw new Error('The server has not started yet.');
    return running;
  };
  async function open(path: string, role: Role = 'admin'): Promise<UserEvent> {
    await close();
    jsdom.reconfigure({ url: `${server().url}/admin${path}` });
    const signedIn = await signIn({ token: server().tokens[role] });
    if (signedIn.kind === 'error') throw new Error(signedIn.message);
    network.forget();
    const history = createBrowserHistory();
    destroyHistory = () => history.destroy();
    render(<RouterProvider router={createRouter({ ...router.options, history }) as typeof router} />);
    return startUser();
  }
  async function row(table: string, column: string, value: string): Promise<QueryResultRow> {
    const { rows } = await server().pool.query(`SELECT * FROM "${table}" WHERE "${column}" = $1`, [value]);
    expect(rows).toHaveLength(1);
    return rows[0];
  }
  let destroyHistory = () => {};
  async function close(): Promise<void> {
    cleanup();
    destroyHistory();
    await forgetSession();
  }

  beforeAll(async () => {
    running = await startTestServer();
    await prepare?.(running);
  });
  beforeEach(() => {
    vi.stubGlobal('fetch', network.fetch);
    vi.stubGlobal('WebSocket', network.WebSocket);
    for (const level of ['error', 'warn'] as const)
      vi.spyOn(console, level).mockImplementation((...message) => void problems.push(message));
  });
  afterEach(async () => {
    network.restore();
    await close();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    expect(problems.splice(0).filter((problem) => !isExpected(problem))).toEqual([]);
  });
  afterAll(() => running?.close());
  const { sent, hold, intercept, setOffline } = network;
  return {
    get server() {
      return server();
    },
    open,
    row,
    sent,
    hold,
    intercept,
    setOffline,
  };
}

/** The cache warns of the fields that each other type of a union has. It does so in development only. */
function isExpected([message]: unknown[]): boolean {
  return String(message).startsWith('Invalid undefined: The field at ');
}

/** What a browser adds to requests. */
const headersFor = (url: string) => ({
  origin: location.origin,
  cookie: jsdom.cookieJar.getCookieStringSync(url.replace(/^ws/, 'http')),
});

/** Requests and sockets as in a browser: with the base of relative URLs, cookies and the origin. */
function createNetwork() {
  const send = globalThis.fetch;
  const held = new Map<string, Promise<void>>();
  const intercepted = new Map<string, Answer>();
  let requests: { operationName: string; variables: unknown }[] = [];
  let isOffline = false;
  return {
    async fetch(this: void, input: string | URL | Request, init?: RequestInit): Promise<Response> {
      const url = new URL(String(input), location.href).href;
      const request = typeof init?.body === 'string' ? JSON.parse(init.body) : {};
      if (request.operationName) requests.push(request);
      await held.get(request.operationName);
      if (isOffline) throw new TypeError('Failed to fetch');
      const headers = new Headers({ ...headersFor(url), ...Object.fromEntries(new Headers(init?.headers)) });
      const answer = intercepted.get(request.operationName) ?? ((send) => send());
      const response = await answer(() => send(url, { ...init, headers }));
      for (const cookie of response.headers.getSetCookie()) jsdom.cookieJar.setCookieSync(cookie, url);
      return response;
    },
    WebSocket: class extends WebSocket {
      constructor(url: string, protocols: string | string[]) {
        super(url, protocols, { headers: headersFor(url) });
      }
    },
    forget() {
      requests = [];
      held.clear();
      isOffline = false;
    },
    sent: (operationName: string) =>
      requests.filter((request) => request.operationName === operationName).map(({ variables }) => variables),
    hold(operationName: string): () => void {
      const { promise, resolve } = createDeferred();
      held.set(operationName, promise);
      return resolve;
    },
    restore: () => intercepted.clear(),
    intercept(operationName: string, answer: Answer) {
      intercepted.set(operationName, answer);
    },
    setOffline(value: boolean) {
      isOffline = value;
    },
  };
}

type Container = ReturnType<typeof within>;

/** Types and clicks at once. Without styles, everything can be clicked. */
export const startUser = (): UserEvent =>
  userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never });

export const field = (label: string | RegExp) => screen.findByLabelText(label);
/** The button to be pressed. */
export const press = (name: RegExp) => screen.getByRole('button', { name });

/** Replaces the text of a field. */
export async function fill(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.clear(field);
  if (text === '') return;
  if (field instanceof HTMLInputElement && field.type === 'datetime-local') await user.type(field, text);
  else await user.paste(text);
}

/** Replaces the text of a JSON editor. */
export async function write(user: UserEvent, editor: HTMLElement, text: string): Promise<void> {
  act(() => editor.focus());
  await user.keyboard('{Control>}a{/Control}');
  await user.paste(text);
}

/** Chooses an option of a combobox by searching for it. */
export async function choose(
  user: UserEvent,
  screen: Container,
  field: HTMLElement,
  text: string,
  option: string | RegExp,
): Promise<void> {
  await fill(user, field, text);
  await user.click(await screen.findByRole('option', { name: option }));
}

/** The text in a field or an editor. */
export const textOf = (field: HTMLElement): string =>
  'value' in field ? String(field.value) : (field.textContent ?? '');

/** The hint and the problems of a field, as a screen reader reads them. */
export function descriptionOf(field: HTMLElement): string {
  const ids = (field.getAttribute('aria-describedby') ?? '').split(' ').filter(Boolean);
  return ids.map((id) => document.getElementById(id)?.textContent).join(' ');
}

/** Waits until a field has the focus. */
export const focused = (field: HTMLElement): Promise<void> =>
  waitFor(() => expect(document.activeElement).toBe(field));

/** Why a button cannot be used. Null if it can. */
export const reasonOf = (button: HTMLElement): string | null => button.getAttribute('aria-description');

/** What users see of a server that is away or was updated while they work. */
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { lazy } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { CrashPage } from '../../../admin/src/app/special-pages.js';
import { CodePart } from '../../../admin/src/components/code-part.js';
import { loadCode } from '../../../admin/src/lib/load-code.js';
import { ViewerContext } from '../../../admin/src/lib/viewer.js';
import { createDeferred } from '../../support/deferred.js';
import { insertAgent, insertExpanded } from '../../support/rows.js';
import { adminInJsdom, fill, startUser, textOf } from './support/admin-in-jsdom.js';

const GONE = 'Failed to fetch dynamically imported module: http://localhost/assets/part-abc.js';
const missing = () => loadCode(() => Promise.reject(new TypeError(GONE)));

describe('code that is missing', () => {
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  /** A part beside a field, whose code is missing. */
  async function showPart(isServerThere: boolean): Promise<string | null> {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    vi.stubGlobal('fetch', async () => {
      if (!isServerThere) throw new TypeError('Failed to fetch');
      return new Response();
    });
    const Part = lazy<() => null>(missing);
    render(
      <ViewerContext value={{ id: 'a', name: 'A', role: 'ADMIN' }}>
        <input aria-label="Name" />
        <CodePart fallback="Loading">
          <Part />
        </CodePart>
      </ViewerContext>,
    );
    await startUser().type(screen.getByLabelText('Name'), 'typed');
    const alert = await screen.findByRole('alert');
    screen.getByRole('button', { name: 'Reload' });
    expect(textOf(screen.getByLabelText('Name'))).toBe('typed');
    return alert.textContent;
  }

  test('says that Callboard was updated, and leaves the rest of the page as it is', async () => {
    expect(await showPart(true)).toContain('Callboard was updated. Reload the page');
  });

  test('says that the server cannot be reached', async () => {
    expect(await showPart(false)).toContain('Cannot reach the server.');
  });

  test('of a whole page says that Callboard was updated, after the one reload of the router', async () => {
    vi.stubGlobal('fetch', async () => new Response());
    const error = await missing().then(
      () => new Error('loaded'),
      (reason: Error) => reason,
    );
    // By this message, the router reloads.
    expect(error.message).toBe(GONE);
    const root = createRootRoute({ component: () => <CrashPage error={error} reset={() => {}} /> });
    const history = createMemoryHistory();
    render(<RouterProvider router={createRouter({ routeTree: root, history }) as never} />);
    await screen.findByRole('heading', { name: 'Callboard was updated' });
    screen.getByRole('button', { name: 'Reload' });
    expect(screen.getByRole('alert').textContent).not.toContain('dynamically');
  });
});

describe('with a server', () => {
  const admin = adminInJsdom(({ pool }) =>
    insertAgent(pool, 'analysis', 'https://agents.example.com/run', { name: 'Analysis' }),
  );

  test.each([
    ['a list', 'Agents', /Could not load agents/, '1 total'],
    ['an object', 'Settings', /Could not load the settings/, 'Scheduler enabled'],
  ])(
    'a read that fails while the page is live is repeated by itself: %s',
    async (_, page, failed, loaded) => {
      const user = await admin.open('/webhooks');
      await screen.findByText('No webhooks yet');
      await screen.findAllByText('live');
      admin.setOffline(true);
      await user.click(screen.getAllByRole('link', { name: page })[0] as HTMLElement);
      await screen.findByText(failed);
      admin.setOffline(false);
      await screen.findByText(loaded, undefined, { timeout: 5_000 });
    },
  );

  const failed = async () =>
    new Response(JSON.stringify({ errors: [{ message: 'It failed.', extensions: { code: 'INTERNAL' } }] }), {
      status: 500,
      headers: { 'content-type': 'application/json' },
    });

  test('a read that the server could not answer is repeated by itself', async () => {
    admin.intercept('AgentList', failed);
    await admin.open('/agents');
    await screen.findByText(/Could not load agents/);
    admin.intercept('AgentList', (send) => send());
    await screen.findByText('1 total', undefined, { timeout: 5_000 });
  });

  test('a page that is opened while the server fails does not ask for a sign-in, and opens by itself', async () => {
    // React and the router report the exception of a page.
    for (const level of ['error', 'warn'] as const) vi.spyOn(console, level).mockImplementation(() => {});
    admin.intercept('Boot', failed);
    await admin.open('/agents');
    await screen.findByRole('heading', { name: 'Could not load this page' });
    screen.getByText('It failed. This page opens as soon as it can be loaded.');
    expect(location.pathname).toBe('/admin/agents');
    admin.intercept('Boot', (send) => send());
    await screen.findByText('1 total', undefined, { timeout: 8_000 });
  });

  test('a page promises no further attempt after an error that another attempt does not mend', async () => {
    for (const level of ['error', 'warn'] as const) vi.spyOn(console, level).mockImplementation(() => {});
    const refusal = { message: 'Unknown field.', extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } };
    admin.intercept('Boot', async () => Response.json({ errors: [refusal] }));
    await admin.open('/agents');
    await screen.findByText('Unknown field.');
  });

  test.each([
    ['the first page', 'Boot', 'Loading…'],
    ['a list', 'AgentList', 'Loading agents…'],
  ])('what is loading is said after a while: %s', async (_, operationName, text) => {
    const { promise, resolve } = createDeferred();
    admin.intercept(operationName, async (send) => {
      await promise;
      return send();
    });
    await admin.open('/agents');
    await waitFor(() => expect(screen.getByText(text).className).not.toContain('sr-only'), {
      timeout: 5_000,
    });
    resolve();
    await screen.findByText('1 total');
  });

  test('who answered is said if it was not Callboard', async () => {
    admin.intercept('AgentList', async () => new Response('<html>Bad Gateway</html>', { status: 502 }));
    await admin.open('/agents');
    await screen.findByText(/The server answered with the HTTP status 502\./);
  });

  test('what is saved again after its answer was lost is created once', async () => {
    const user = await admin.open('/agents/new');
    await fill(user, await screen.findByLabelText(/^Name/), 'Once');
    await fill(
      user,
      screen.getByPlaceholderText('https://agents.example.com/run'),
      'http://127.0.0.1:9/once',
    );
    admin.intercept('AgentFormRegister', async (send) => {
      await send();
      throw new TypeError('Failed to fetch');
    });
    await user.keyboard('{Control>}{Enter}{/Control}');
    await screen.findByText(/The change may not have been saved\. You can safely try again\./);
    // The server may still be at work.
    const message = 'A request with this key is still in progress. Try again.';
    const refusal = { __typename: 'ConflictError', code: 'CONFLICT', message };
    admin.intercept('AgentFormRegister', async () => Response.json({ data: { registerAgent: refusal } }));
    await user.keyboard('{Control>}{Enter}{/Control}');
    await screen.findByText(message);
    admin.intercept('AgentFormRegister', (send) => send());
    await user.keyboard('{Control>}{Enter}{/Control}');
    await screen.findByText('Registered Once');
  });

  test('a run that waits says that no worker is running', async () => {
    const { id } = await insertExpanded(admin.server.pool, { agentId: 'analysis', jobs: [{}] });
    await admin.open(`/executions/${id}`);
    await screen.findByText(/^No worker is running\./);
  });
});

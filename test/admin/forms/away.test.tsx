/** What users see of a server that is away or was updated while they work. */
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, render, screen } from '@testing-library/react';
import { lazy } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { CrashPage } from '../../../admin/src/app/special-pages.js';
import { CodePart } from '../../../admin/src/components/code-part.js';
import { loadCode } from '../../../admin/src/lib/load-code.js';
import { ViewerContext } from '../../../admin/src/lib/viewer.js';
import { insertAgent, insertExpanded } from '../../support/rows.js';
import { adminInJsdom, startUser, textOf } from './support/admin-in-jsdom.js';

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

  test('a run that waits says that no worker is running', async () => {
    const { id } = await insertExpanded(admin.server.pool, { agentId: 'analysis', jobs: [{}] });
    await admin.open(`/executions/${id}`);
    await screen.findByText(/^No worker is running\./);
  });
});

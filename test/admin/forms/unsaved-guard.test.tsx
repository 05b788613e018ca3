/** Leaving a page with unsaved changes, at the moment when React has not yet removed its guard. */
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { act, cleanup, render, screen } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { afterEach, expect, test } from 'vitest';
import { UnsavedGuard } from '../../../admin/src/components/forms/form.js';

afterEach(cleanup);

test('the page after a saved form can be left at once', async () => {
  const history = createMemoryHistory({ initialEntries: ['/start', '/form'] });
  let isFirst = true;
  /** Leaves before the effects of the form are removed, as somebody who is quick does. A history in memory asks guards on a push only, not on Back. */
  function Saved() {
    useLayoutEffect(() => {
      if (isFirst) history.push('/start');
      isFirst = false;
    }, []);
    return 'Saved';
  }
  const root = createRootRoute({ component: Outlet });
  const page = (path: string, component: () => React.ReactNode) =>
    createRoute({ getParentRoute: () => root, path, component });
  const router = createRouter({
    history,
    routeTree: root.addChildren([
      page('/start', () => 'Start'),
      page('/form', () => <UnsavedGuard isDirty />),
      page('/saved', Saved),
    ]),
  });
  render(<RouterProvider router={router as never} />);
  await act(() => router.load());
  await act(async () => history.push('/saved', undefined, { ignoreBlocker: true }));
  expect(isFirst).toBe(false);
  await act(() => router.load());
  expect(history.location.pathname).toBe('/start');
  await screen.findByText('Start');
});

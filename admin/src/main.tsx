import './app/styles.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { router } from './app/router.js';
import { onSessionEnded } from './app/session.js';
// Follows the system’s color scheme on every page, also where nobody chooses a theme.
import './lib/theme.js';

onSessionEnded(() => {
  const { pathname, search } = location;
  const next = `${pathname}${search}`.replace(/^\/admin/, '') || '/';
  void router.navigate({ to: '/sign-in', search: { next, ended: '1' } });
});

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
}

/**
 * The admin in a real browser, on a real server with a database for each test file. Every page is watched for
 * what pages must never do: log errors, send requests to other origins, or violate their
 * Content-Security-Policy.
 */
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Role } from '../../src/services/access/context.js';
import { createDeferred } from './deferred.js';
import { startTestServer, type TestServer } from './graphql-server.js';
import { buildOnce, ROOT } from './programs/build-once.js';

/**
 * The folder of the built admin. If somebody else builds at the same time, build elsewhere: `npx vite build
 * admin --outDir <directory>`.
 */
export const ADMIN_DIR = process.env.CALLBOARD_TEST_ADMIN_DIR ?? join(ROOT, 'dist/admin');
/** Screenshots, for people to look at, with CALLBOARD_TEST_SCREENSHOTS=1. */
const ARTIFACTS = process.env.CALLBOARD_TEST_SCREENSHOTS === '1' ? join(ROOT, 'artifacts') : undefined;

/** The headless shell comes first, because it loads a page in a third of the processor time of the others. */
const BROWSERS = ['chromium-headless-shell', 'chromium', 'google-chrome'];
const executablePath = BROWSERS.map((name) => `/usr/bin/${name}`).find((path) => existsSync(path));

/**
 * Whether tests in a browser run. Without Chromium they are skipped with one line of output, or fail with
 * CALLBOARD_REQUIRE_ALL=1.
 */
export function chromiumAvailable(suite: string): boolean {
  if (executablePath) return true;
  const message = `SKIPPED, chromium was not found: ${suite}`;
  if (process.env.CALLBOARD_REQUIRE_ALL === '1') throw new Error(message);
  console.warn(`\n*** ${message} ***\n`);
  return false;
}

export interface PageOptions {
  /** Signs in with the token of this role. Default: not signed in. */
  role?: Role;
  /** Below /admin, e.g. `/agents?q=x`; default the overview. */
  path?: string;
  theme?: 'light' | 'dark';
  width?: number;
  height?: number;
}

export interface AdminBrowser {
  browser: Browser;
  server: TestServer;
  /** A page in its own browser context, with its own cookies and storage. */
  open(options?: PageOptions): Promise<AdminPage>;
  /** For `afterEach`: closes the pages opened since the last call. Fails if one of them had a problem. */
  closePages(): Promise<void>;
  close(): Promise<void>;
}

export interface AdminPage {
  page: Page;
  /**
   * Forbidden things that the page did: console errors, requests to other origins, violations of the policy.
   */
  problems: string[];
  /** Requests so far, with their size on the wire. */
  loaded: { url: string; bytes: number }[];
  /** Resolves when the page shows that it is live. */
  live(): Promise<void>;
  /** Fails if the page in its current state violates WCAG 2.1 A or AA. */
  expectAccessible(): Promise<void>;
  /**
   * The same in the dark and in the light theme, with screenshots `<name>-dark` and `<name>-light`. The page
   * stays in the light theme.
   */
  expectAccessibleInBothThemes(name: string): Promise<void>;
  /** Writes artifacts/<name>.png, if screenshots are wanted. */
  screenshot(name: string): Promise<void>;
}

/** Builds the admin if it has changed, starts the server and the browser. */
export async function startAdmin(options: Parameters<typeof startTestServer>[0] = {}): Promise<AdminBrowser> {
  if (!process.env.CALLBOARD_TEST_ADMIN_DIR) await buildAdmin();
  const server = await startTestServer({ adminDir: ADMIN_DIR, ...options });
  launched ??= chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', ...WITHOUT_SPARES],
  });
  const browser = await launched;
  let opened: AdminPage[] = [];
  return {
    browser,
    server,
    async open(page = {}) {
      const made = await openPage(browser, server, page);
      opened.push(made);
      return made;
    },
    async closePages() {
      const pages = opened;
      opened = [];
      await Promise.all(pages.map(({ page }) => page.context().close()));
      expect(pages.flatMap(({ problems }) => problems)).toEqual([]);
    },
    async close() {
      await Promise.all(browser.contexts().map((context) => context.close()));
      await server.close();
    },
  };
}

/**
 * A page uses one process of its own. Chromium would also start one for the next page, which has another context and cannot
 * use it: an eighth of the processor time of a page.
 */
const WITHOUT_SPARES = ['--renderer-process-limit=1'];

/** One browser for all test files of a process. It ends with the process. */
let launched: Promise<Browser> | undefined;

async function openPage(browser: Browser, server: TestServer, options: PageOptions): Promise<AdminPage> {
  const { role, path = '', theme = 'light', width = 1_280, height = 800 } = options;
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
  });
  context.setDefaultTimeout(30_000);
  if (role) {
    const answer = await context.request.post(`${server.url}/admin/session`, {
      headers: { origin: server.url },
      data: { token: server.tokens[role] },
    });
    expect(answer.status()).toBe(200);
  }
  const page = await context.newPage();
  const problems: string[] = [];
  const loaded: { url: string; bytes: number }[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.stack ?? error.message));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(server.url) && !url.startsWith('data:')) problems.push(`asked ${url}`);
  });
  page.on('requestfinished', async (request) => {
    const sizes = await request.sizes().catch(() => undefined);
    if (sizes) loaded.push({ url: request.url(), bytes: sizes.responseBodySize });
  });
  await page.goto(`${server.url}/admin${path}`);

  return {
    page,
    problems,
    loaded,
    live: () => page.locator('[data-live="live"]').first().waitFor({ state: 'attached' }),
    async expectAccessible() {
      expect(await violationsOf(page)).toEqual([]);
    },
    async expectAccessibleInBothThemes(name) {
      await showTheme(page, 'dark');
      expect(await violationsOf(page, COLOR_RULES), 'in the dark theme').toEqual([]);
      await screenshot(page, `${name}-dark`);
      await showTheme(page, 'light');
      expect(await violationsOf(page), 'in the light theme').toEqual([]);
      await screenshot(page, `${name}-light`);
    },
    screenshot: (name) => screenshot(page, name),
  };
}

async function screenshot(page: Page, name: string): Promise<void> {
  if (!ARTIFACTS) return;
  const file = join(ARTIFACTS, `${name}.png`);
  await mkdir(dirname(file), { recursive: true });
  await page.screenshot({ path: file });
}

/** Changes the theme of the system, and waits until the page shows it: at once, since motion is reduced. */
async function showTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.locator(`html[data-theme="${theme}"]`).waitFor({ state: 'attached' });
}

/** The only rules whose result depends on the theme. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

let axeSource: Promise<string> | undefined;

/** @param only the rules to check; default all of WCAG 2.1 A and AA, and best practices */
async function violationsOf(page: Page, only?: readonly string[]): Promise<string[]> {
  axeSource ??= readFile(join(ROOT, 'node_modules/axe-core/axe.min.js'), 'utf8');
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(await axeSource);
  return page.evaluate(async (rulesOnly) => {
    interface Axe {
      run(
        context: object,
        options: object,
      ): Promise<{
        violations: { id: string; help: string; nodes: { html: string; failureSummary?: string }[] }[];
      }>;
    }
    const { axe } = globalThis as unknown as { axe: Axe };
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'];
    const { violations } = await axe.run(
      // Base UI's guards are no place for the focus: they pass it on.
      { exclude: ['[data-base-ui-focus-guard]'] },
      {
        runOnly: rulesOnly ? { type: 'rule', values: rulesOnly } : { type: 'tag', values: tags },
        // Menus and tooltips live outside of the landmarks.
        rules: { region: { enabled: false } },
        resultTypes: ['violations'],
        // No rule here needs style sheets, which axe would load once more.
        preload: false,
      },
    );
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${help}\n${html}\n${failureSummary}`),
    );
  }, only);
}

function buildAdmin(): Promise<void> {
  return buildOnce({
    name: 'callboard-admin-build',
    output: join(ADMIN_DIR, 'index.html'),
    sources: 'admin',
    command: [join(ROOT, 'node_modules/vite/bin/vite.js'), 'build', 'admin', '--logLevel', 'warn'],
  });
}

/** Whether nothing scrolls sideways: neither the document nor the content of the page, which scrolls on its own. */
export function fitsAcross(page: Page): Promise<boolean> {
  return page.evaluate(() =>
    [document.documentElement, document.getElementById('content')].every(
      (element) => !element || element.scrollWidth <= element.clientWidth,
    ),
  );
}

/** The distinct left edges of elements, in pixels: one for each column that they form. */
export function leftEdges(elements: Locator): Promise<number[]> {
  return elements.evaluateAll((all) => [
    ...new Set(all.map((element) => Math.round(element.getBoundingClientRect().left))),
  ]);
}

/** Holds the requests of an operation back until the returned function is called. */
export async function holdRequests(page: Page, operationName: string): Promise<() => void> {
  const { promise, resolve } = createDeferred();
  await page.route('**/graphql', async (route) => {
    if (route.request().postData()?.includes(`"operationName":"${operationName}"`)) await promise;
    await route.continue();
  });
  return resolve;
}

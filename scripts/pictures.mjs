/**
 * `npm run pictures`: makes the pictures of the admin in docs/pictures, light and dark, from the sample of the built product. Needs
 * Chromium. Waits until the sample has a little history, so it takes about four minutes.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PORT = Number(process.env.PORT ?? 4400);
const ORIGIN = `http://127.0.0.1:${PORT}`;
const BROWSERS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/google-chrome'];
const MAX_BYTES = 150_000;
const PATIENCE_MS = 360_000;

const dataDir = await mkdtemp(join(tmpdir(), 'callboard-pictures-'));
await chmod(dataDir, 0o755);
const product = spawn(process.execPath, ['dist/dev.js'], {
  cwd: ROOT,
  env: {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    CALLBOARD_DATA_DIR: dataDir,
    PORT: String(PORT),
    WORKER_PORT: '0',
  },
  stdio: 'ignore',
});
const ended = new Promise((resolve) => product.once('exit', resolve));
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? BROWSERS.find(existsSync),
  args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
});
try {
  const token = await until(() => readFile(join(dataDir, 'admin-token'), 'utf8'));
  const ask = (query) => askServer(token.trim(), query);
  const { pipeline, schedule } = await until(() => sampleRan(ask));
  // The path of each page, what is clicked there, and what then appears.
  const pages = {
    overview: ['/', '15 min'],
    schedule: [`/scheduler/schedules/${schedule}`],
    'pipeline-run': [`/executions/${pipeline}`, 'Graph', '.react-flow__node'],
    agents: ['/agents'],
  };
  await mkdir(join(ROOT, 'docs/pictures'), { recursive: true });
  for (const theme of ['light', 'dark'])
    for (const [name, page] of Object.entries(pages)) await takePicture(token.trim(), theme, name, page);
} finally {
  await browser.close();
  product.kill('SIGINT');
  await ended;
  await rm(dataDir, { recursive: true, force: true });
}

/** A run of the pipeline that has ended, and the schedule that runs every minute, once there is a history to show. */
async function sampleRan(ask) {
  const { runs, minutely } = await ask(`{
    runs: scheduleExecutions(first: 1, filter: { targetType: PIPELINE, runStatus: [SUCCEEDED, PARTIAL] }) { edges { node { id } } }
    minutely: schedules(first: 1, filter: { search: "News Every Minute" }) { edges { node { id runCount } } }
  }`);
  const [run] = runs.edges;
  const [schedule] = minutely.edges;
  if (!run || !(schedule?.node.runCount >= 3)) throw new Error('the sample has not run yet');
  return { pipeline: run.node.id, schedule: schedule.node.id };
}

async function askServer(token, query) {
  const response = await fetch(`${ORIGIN}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  const { data, errors } = await response.json();
  if (errors) throw new Error(errors[0].message);
  return data;
}

async function takePicture(token, theme, name, [path, clicked, appears]) {
  const context = await browser.newContext({
    viewport: { width: 1200, height: 760 },
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'America/New_York',
  });
  await context.request.post(`${ORIGIN}/admin/session`, { headers: { origin: ORIGIN }, data: { token } });
  const page = await context.newPage();
  await page.goto(`${ORIGIN}/admin${path}`, { waitUntil: 'networkidle' }).catch(() => {});
  await page.locator('[data-live="live"]').first().waitFor({ state: 'attached' });
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
  if (clicked) await page.getByText(clicked, { exact: true }).click();
  if (appears) await page.locator(appears).first().waitFor();
  // Every part of the page has its data, however slow the machine is.
  await page.waitForFunction(() => document.querySelector('.shimmer') === null);
  await page.evaluate(() => document.fonts.ready);
  const file = join(ROOT, 'docs/pictures', `${name}-${theme}.png`);
  await page.screenshot({ path: file });
  await context.close();
  const { size } = await stat(file);
  process.stdout.write(`${file.slice(ROOT.length)}  ${Math.round(size / 1000)} KB\n`);
  if (size > MAX_BYTES) throw new Error(`${file} is larger than ${MAX_BYTES} bytes`);
}

/** The value of the first call that does not fail. */
async function until(read) {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await read();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await sleep(500);
    }
  }
}

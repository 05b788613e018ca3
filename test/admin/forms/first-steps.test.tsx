/** What a new installation shows before there is anything. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { insertAgent } from '../../support/rows.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';
import { adminInJsdom, fill, press, textOf } from './support/admin-in-jsdom.js';

describe('a new installation', () => {
  const admin = adminInJsdom();

  test('shows an example agent that answers as it stands', async () => {
    await admin.open('/agents');
    const shown = (await screen.findByText(/hello-agent\.mjs, started by/)).closest('pre')?.textContent ?? '';
    expect(shown).toContain('.listen(4100, ');
    // On any free port, and called once.
    const called = shown.replace(
      /\.listen\(4100, .*$/,
      `.listen(0, async function () {
      const url = 'http://127.0.0.1:' + this.address().port;
      const response = await fetch(url, { method: 'POST', body: '{"jobId":"1","params":{"name":"you"}}' });
      process.stdout.write(await response.text());
      process.exit();
    });`,
    );
    const file = join(await temporaryDirectory(), 'hello-agent.mjs');
    await writeFile(file, called);
    const { stdout } = await promisify(execFile)(process.execPath, [file]);
    expect(stdout).toContain('{"status":"completed","result":{"greeting":"Hello, you"}}');
  });

  test('says to register an agent first until there is one', async () => {
    await admin.open('/');
    await screen.findByText(/so register an agent first\.$/);
    expect(screen.getByRole('link', { name: 'Register agent' }).className).toContain('bg-accent');
    await insertAgent(admin.server.pool, 'hello', 'https://agents.example.com/hello');
    await screen.findByText(/once you create a schedule\.$/);
    expect(screen.getByRole('link', { name: 'Create schedule' }).className).toContain('bg-accent');
  });

  test('leads from a registered agent to its first run, and to a schedule for it', async () => {
    const user = await admin.open('/agents/new');
    await user.type(await screen.findByLabelText(/^Name/), 'Greeter');
    await fill(
      user,
      screen.getByPlaceholderText('https://agents.example.com/run'),
      'https://agents.example.com/greet',
    );
    await user.click(press(/^Register agent/));
    await user.click(await screen.findByRole('button', { name: 'Run now…' }));
    await user.click(await screen.findByRole('button', { name: 'Run' }));
    await user.click(await screen.findByRole('button', { name: 'View run' }));
    await screen.findByText('Why this run started');

    await admin.open('/agents/greeter');
    await user.click(await screen.findByRole('button', { name: 'More actions' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Create schedule' }));
    const agent = await screen.findByRole('combobox', { name: 'Agent' });
    await waitFor(() => expect(textOf(agent)).toBe('Greeter'));
  });
});

/** The shared parts of forms, alone. The pages show how they work together with the server. */
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Button } from '../../../admin/src/components/button.js';
import { TimeChart } from '../../../admin/src/components/charts/time-chart.js';
import { ConfirmDialog } from '../../../admin/src/components/dialog.js';
import { Time } from '../../../admin/src/components/facts/time.js';
import { ValueDiff } from '../../../admin/src/components/facts/value-diff.js';
import { Combobox } from '../../../admin/src/components/forms/combobox.js';
import { DialogForm, type DialogFormProps } from '../../../admin/src/components/forms/dialog-form.js';
import { JsonField, TextField } from '../../../admin/src/components/forms/fields.js';
import { FormContext } from '../../../admin/src/components/forms/form-context.js';
import { RetryFields } from '../../../admin/src/components/forms/retry-fields.js';
import { NotLoaded } from '../../../admin/src/components/not-loaded.js';
import type { Issue } from '../../../admin/src/lib/graphql/use-action.js';
import { ViewerContext } from '../../../admin/src/lib/viewer.js';
import { createDeferred } from '../../support/deferred.js';
import {
  descriptionOf,
  fill,
  focused,
  reasonOf,
  startUser,
  textOf,
  write,
} from './support/admin-in-jsdom.js';

afterEach(cleanup);

const VIEWER = { id: 'a', name: 'A', role: 'ADMIN' } as const;

const issue = (path: string, message: string): Issue => ({ path: path.split('.').filter(Boolean), message });

test.each([
  [false, 'Replay 2 jobs', 'Enter confirms it'],
  [true, 'Cancel', 'Enter changes nothing'],
])('the focus of a question (destructive: %s) starts at “%s”: %s', async (isDanger, name) => {
  const user = startUser();
  const calls: string[] = [];
  render(
    <ViewerContext value={VIEWER}>
      <ConfirmDialog
        isOpen
        onClose={() => calls.push('closed')}
        title="Replay?"
        confirmLabel="Replay 2 jobs"
        isDanger={isDanger}
        onConfirm={async () => {
          calls.push('confirmed');
          return undefined;
        }}
      >
        Two jobs.
      </ConfirmDialog>
    </ViewerContext>,
  );
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name })));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(calls).toEqual(isDanger ? ['closed'] : ['confirmed', 'closed']));
});

test('a change shows instants like other times, and other values as they are', () => {
  const { container } = render(
    <ValueDiff
      before={{ pausedUntil: '2026-11-20T09:00:00.000Z', note: 'vendor' }}
      after={{ pausedUntil: '2026-11-21T09:00:00.000Z', note: 'vendor down' }}
    />,
  );
  expect(container.textContent).not.toContain('T09:00');
  expect([...container.querySelectorAll('time')].map((time) => time.dateTime)).toEqual([
    '2026-11-20T09:00:00.000Z',
    '2026-11-21T09:00:00.000Z',
  ]);
  expect(container.textContent).toContain('vendor down');
});

test('a time that appears after others have gone is relative to the current time', () => {
  vi.useFakeTimers();
  try {
    const show = () => render(<Time at={new Date().toISOString()} />);
    const first = show();
    expect(first.container.textContent).toBe('now');
    first.unmount();
    vi.setSystemTime(Date.now() + 5_000);
    expect(show().container.textContent).toBe('now');
  } finally {
    vi.useRealTimers();
  }
});

test('the last interval of a chart ends now, and earlier ones where the next begins', async () => {
  const points = ['08:00', '09:00', '10:00'].map((time) => ({ at: `2026-11-20T${time}:00Z`, values: [1] }));
  render(
    <TimeChart
      label="Latency"
      points={points}
      series={[{ name: 'median', color: 'blue', kind: 'line' }]}
      format={String}
      spanMs={3_600_000}
    />,
  );
  const chart = screen.getByRole('slider', { name: 'Latency' });
  const when = () => chart.getAttribute('aria-valuetext')?.split(': ')[0];
  expect(when()).toMatch(/^\d\d:\d\d – now$/);
  chart.focus();
  await startUser().keyboard('{ArrowLeft}');
  expect(when()).toMatch(/^\d\d:\d\d – \d\d:\d\d$/);
});

describe('a field', () => {
  const show = (issues: readonly Issue[], problem?: string) =>
    render(
      <FormContext value={{ issues }}>
        <TextField
          label="Address"
          path="endpoint.url"
          hint="Where it is."
          problem={problem}
          value=""
          onValue={() => {}}
        />
      </FormContext>,
    );

  test('is described by its hint alone if nothing is wrong', () => {
    show([issue('endpoint.urls', 'is wrong'), issue('endpoint', 'is wrong'), issue('', 'is wrong')]);
    const field = screen.getByLabelText('Address');
    expect(descriptionOf(field)).toBe('Where it is.');
    expect(field.getAttribute('aria-invalid')).toBeNull();
  });

  test('says all that is wrong with it, and where below it', () => {
    show([issue('endpoint.url', 'is too long'), issue('endpoint.url.port', 'is not a port')], 'is odd');
    const field = screen.getByLabelText('Address');
    expect(descriptionOf(field)).toBe('Where it is. is odd; is too long; port: is not a port');
    expect(field.getAttribute('aria-invalid')).toBe('true');
  });
});

describe('data that is not loaded', () => {
  const show = (query: { isLoading: boolean; error?: { message: string }; refetch?: () => void }) =>
    render(
      <ViewerContext value={VIEWER}>
        <NotLoaded what="the history" query={query} />
      </ViewerContext>,
    );

  test('is being loaded, also after an error', () => {
    show({ isLoading: true, error: { message: 'It is down.' } });
    expect(screen.getByRole('status').textContent).toBe('Loading the history…');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('could not be loaded, and can be tried again', async () => {
    const refetch = vi.fn();
    show({ isLoading: false, error: { message: 'It is down.' }, refetch });
    expect(screen.getByRole('alert').textContent).toContain('Could not load the history');
    screen.getByText('It is down.');
    await startUser().click(screen.getByRole('button', { name: 'Try again' }));
    expect(refetch).toHaveBeenCalledOnce();
  });
});

describe('a button', () => {
  test('keeps the focus when it becomes unusable', async () => {
    function Example() {
      const [isDone, setDone] = useState(false);
      return (
        <ViewerContext value={VIEWER}>
          <Button disabledReason={isDone ? 'It is done.' : undefined} onClick={() => setDone(true)}>
            Do
          </Button>
        </ViewerContext>
      );
    }
    render(<Example />);
    const user = startUser();
    await user.tab();
    await user.keyboard('{Enter}');
    const button = screen.getByRole('button', { name: 'Do' });
    expect(reasonOf(button)).toBe('It is done.');
    await focused(button);
  });
});

describe('a JSON field', () => {
  function Example() {
    const [value, setValue] = useState('');
    return <JsonField label="Params" value={value} onValue={setValue} />;
  }

  test('reports invalid JSON while it is typed, and formats it on leaving', async () => {
    render(<Example />);
    const user = startUser();
    const editor = await screen.findByRole('textbox', { name: 'Params' });
    expect(descriptionOf(editor)).toBe('');
    await write(user, editor, '{"a": 1');
    await waitFor(() => expect(descriptionOf(editor)).toContain('Invalid JSON'));
    expect(editor.getAttribute('aria-invalid')).toBe('true');
    await write(user, editor, '{"a": [1]}');
    await waitFor(() => expect(descriptionOf(editor)).toBe(''));
    await user.tab();
    const lines = [...editor.querySelectorAll('.cm-line')].map(({ textContent }) => textContent);
    expect(lines).toEqual(['{', '  "a": [', '    1', '  ]', '}']);
  });
});

describe('a combobox', () => {
  const FRUIT = ['Apple', 'Apricot', 'Banana'];
  const find = async (text: string) =>
    FRUIT.filter((name) => name.toLowerCase().includes(text)).map((name) => ({ value: name, label: name }));

  function Example({ search = find }: { search?: typeof find }) {
    const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null);
    return (
      <>
        <Combobox
          aria-label="Fruit"
          chosen={chosen}
          onChoose={setChosen}
          search={search}
          emptyText="No fruit matches."
        />
        <output>{chosen?.value ?? 'none'}</output>
      </>
    );
  }
  function show(props: Parameters<typeof Example>[0] = {}) {
    render(<Example {...props} />);
    return { user: startUser(), field: screen.getByRole('combobox', { name: 'Fruit' }) };
  }
  const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);

  test('is used by keyboard: typing searches, arrows move, Enter chooses', async () => {
    const { user, field } = show();
    await user.tab();
    await user.keyboard('ap');
    await waitFor(() => expect(options()).toEqual(['Apple', 'Apricot']));
    expect(field.getAttribute('aria-expanded')).toBe('true');
    await user.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(options()).toEqual([]));
    expect([textOf(field), screen.getByText('Apricot', { selector: 'output' }).textContent]).toEqual([
      'Apricot',
      'Apricot',
    ]);
  });

  test('keeps the choice if Escape closes the list', async () => {
    const { user, field } = show();
    await user.type(field, 'ban');
    await user.click(await screen.findByRole('option', { name: 'Banana' }));
    await user.clear(field);
    await user.keyboard('ap');
    await screen.findByRole('option', { name: 'Apple' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(options()).toEqual([]));
    expect(screen.queryByText('Apple', { selector: 'output' })).toBeNull();
  });

  test('offers everything when it is opened again', async () => {
    const { user, field } = show();
    await user.type(field, 'ban');
    await user.click(await screen.findByRole('option', { name: 'Banana' }));
    await user.keyboard('{ArrowDown}');
    await waitFor(() => expect(options()).toEqual(FRUIT));
  });

  test('says that nothing matches, and that nothing could be read', async () => {
    const { user, field } = show();
    await user.type(field, 'zzz');
    await screen.findByText('No fruit matches.');
    cleanup();
    const failing = show({ search: () => Promise.reject(new Error('no network')) });
    await failing.user.type(failing.field, 'a');
    await screen.findByText('Could not load the options. Is the server running?');
  });

  test('shows the answer to the newest text only', async () => {
    const slow = createDeferred();
    const { user, field } = show({
      search: async (text) => {
        if (text === 'ban') await slow.promise;
        return find(text);
      },
    });
    await user.type(field, 'ban');
    await user.clear(field);
    await user.keyboard('apr');
    await waitFor(() => expect(options()).toEqual(['Apricot']));
    slow.resolve();
    await slow.promise;
    expect(options()).toEqual(['Apricot']);
  });
});

describe('the retry settings', () => {
  function Example({ issues }: { issues: readonly Issue[] }) {
    const [retry, setRetry] = useState<Parameters<typeof RetryFields>[0]['retry']>(null);
    return (
      <FormContext value={{ issues }}>
        <RetryFields label="Custom" path="retryConfig" retry={retry} onChange={setRetry} />
        <output>{JSON.stringify(retry)}</output>
      </FormContext>
    );
  }

  test('start with the defaults, say what they mean, and are inherited again when switched off', async () => {
    render(<Example issues={[issue('retryConfig.delay', 'is too short')]} />);
    const user = startUser();
    await user.click(screen.getByRole('switch', { name: 'Custom' }));
    screen.getByText('Waits 5 s, 10 s, 20 s between attempts.');
    await fill(user, screen.getByLabelText('Maximum retries'), '7');
    await user.selectOptions(screen.getByLabelText('Backoff'), 'LINEAR');
    await fill(user, screen.getByLabelText('Maximum delay'), '12s');
    await user.selectOptions(screen.getByLabelText('Jitter'), 'FULL');
    screen.getByText('Waits 5 s, 10 s, 12 s, 12 s, 12 s, … between attempts, each shortened at random.');
    const delay = screen.getByLabelText('Delay');
    expect(descriptionOf(delay)).toBe('is too short');
    await fill(user, delay, 'soon');
    expect(screen.queryByText(/^Waits/)).toBeNull();
    expect(JSON.parse(screen.getByText(/backoff/, { selector: 'output' }).textContent ?? '')).toEqual({
      maxRetries: '7',
      backoff: 'LINEAR',
      delay: 'soon',
      maxDelay: '12s',
      jitter: 'FULL',
    });
    await user.click(screen.getByRole('switch', { name: 'Custom' }));
    screen.getByText('null', { selector: 'output' });
  });
});

describe('a dialog with a form', () => {
  function show(props: Partial<DialogFormProps>) {
    const closed: string[] = [];
    render(
      <ViewerContext value={{ id: 'a', name: 'A', role: 'ADMIN' }}>
        <DialogForm
          title="Rename"
          submitLabel="Save"
          onSubmit={async () => undefined}
          onClose={() => closed.push('closed')}
          {...props}
        >
          <TextField label="Name" path="name" value="" onValue={() => {}} />
        </DialogForm>
      </ViewerContext>,
    );
    return { user: startUser(), closed, save: screen.getByRole('button', { name: 'Save' }) };
  }
  const refusal = (...issues: Issue[]) => ({ code: 'VALIDATION', message: 'The name is taken.', issues });

  test('shows refusals at the field, and gives it the focus', async () => {
    const { user, save, closed } = show({ onSubmit: async () => refusal(issue('name', 'is taken')) });
    await user.click(save);
    const field = screen.getByLabelText('Name');
    await waitFor(() => expect(descriptionOf(field)).toBe('is taken'));
    await focused(field);
    expect([closed, screen.queryByRole('alert')]).toEqual([[], null]);
  });

  test('shows the message of a refusal that no field shows', async () => {
    const { user, save } = show({
      onSubmit: async () => refusal(issue('name', 'is taken'), issue('owner', 'is missing')),
    });
    await user.click(save);
    expect((await screen.findByRole('alert')).textContent).toBe('The name is taken.');
  });

  test('is submitted once by Enter, Ctrl-Enter or a click, and closes then', async () => {
    const done = createDeferred();
    let count = 0;
    const { user, save, closed } = show({
      onSubmit: async () => {
        count += 1;
        await done.promise;
        return undefined;
      },
    });
    await user.click(screen.getByLabelText('Name'));
    await user.keyboard('{Enter}{Control>}{Enter}{/Control}');
    await user.click(save);
    expect(save.getAttribute('aria-busy')).toBe('true');
    done.resolve();
    await waitFor(() => expect(closed).toEqual(['closed']));
    expect(count).toBe(1);
  });

  test('is submitted by Ctrl-Enter on a button outside the form, too', async () => {
    const { user, closed } = show({});
    screen.getByRole('button', { name: 'Close' }).focus();
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(closed).toEqual(['closed']));
  });

  test('is not submitted while it says why it cannot be', async () => {
    let count = 0;
    const { user, save } = show({
      disabledReason: 'Choose a name.',
      onSubmit: async () => {
        count += 1;
        return undefined;
      },
    });
    expect(reasonOf(save)).toBe('Choose a name.');
    await user.click(screen.getByLabelText('Name'));
    await user.keyboard('{Enter}{Control>}{Enter}{/Control}');
    await user.click(save);
    expect(count).toBe(0);
  });
});

import { describe, expect, it } from 'vitest';
import { changesOf, stillWrong } from '../../admin/src/components/forms/draft.js';
import { NEW_RETRY, waitsWords } from '../../admin/src/components/forms/retry-fields.js';
import { draftOf, NEW_DRAFT, readDraft, TOGETHER } from '../../admin/src/features/schedules/form/draft.js';
import {
  completeParams,
  exampleOf,
  membersOf,
} from '../../admin/src/features/schedules/form/params/complete-params.js';
import { placeAt } from '../../admin/src/features/schedules/form/params/json-cursor.js';
import { previewInputOf } from '../../admin/src/features/schedules/form/preview-input.js';
import type { ScheduleFormFieldsFragment } from '../../admin/src/features/schedules/form/schedule-form.generated.js';
import { fromZonedText, toZonedText } from '../../admin/src/features/schedules/form/zoned-text.js';
import { timingWords } from '../../admin/src/features/schedules/timing-words.js';
import { readDuration, writeDuration } from '../../admin/src/lib/text/duration-text.js';

const ZONE = 'America/New_York';

/** The text with the cursor where the bar is. */
function at(marked: string) {
  const index = marked.indexOf('|');
  const text = marked.replace('|', '');
  return { text, at: index, before: text.slice(text.lastIndexOf('\n', index - 1) + 1, index) };
}

describe('placeAt', () => {
  it.each([
    ['{"a|', { path: [], role: 'name', open: 'a' }],
    ['{"a": "b|', { path: ['a'], role: 'value', open: 'b' }],
    ['{"a": "b", "c|": 1}', { path: [], role: 'name', open: 'c' }],
    ['{"a": {"b": [1, {"c": "|"}]}}', { path: ['a', 'b', '1', 'c'], role: 'value', open: '' }],
    ['{"a": [["x"], "y|"]}', { path: ['a', '1'], role: 'value', open: 'y' }],
    ['{"a": "{\\"b\\": [", "c": "|', { path: ['c'], role: 'value', open: '' }],
    ['{"a": {"b": 1}, "c": |', { path: ['c'], role: 'value', open: undefined }],
    ['|', { path: [], role: 'value', open: undefined }],
    ['}}]"|', { path: [], role: 'value', open: '' }],
  ])('finds the position in %s', (marked, place) => {
    const { text, at: index } = at(marked);
    expect(placeAt(text, index)).toEqual(place);
  });
});

describe('completeParams', () => {
  const context = {
    schema: {
      required: ['tickerId'],
      properties: {
        source: { enum: ['news', 'filings'] },
        tickerId: { type: 'string' },
        options: { type: 'object', properties: { depth: { type: ['integer', 'null'] } } },
      },
    },
    sources: [
      {
        source: 'db',
        tables: [
          {
            reference: 'Ticker',
            columns: [
              { name: 'id', type: 'text' },
              { name: 'enabled', type: 'boolean' },
            ],
          },
          { reference: 'media.article', columns: [{ name: 'id', type: 'uuid' }] },
        ],
      },
    ],
  };
  const complete = (marked: string) => {
    const { text, at: index, before } = at(marked);
    return completeParams(before, { text, at: index }, context);
  };
  const labels = (marked: string) => complete(marked)?.options.map(({ label }) => label);

  it('offers members, required ones first, and quotes them once', () => {
    expect(labels('{"|')).toEqual(['tickerId', 'source', 'options']);
    expect(complete('{\n  "ti|')).toMatchObject({ from: 3, options: [{ apply: 'tickerId": ' }, {}, {}] });
    expect(complete('{"ti|"')).toMatchObject({ options: [{ apply: 'tickerId' }, {}, {}] });
    expect(complete('{"options": {"|')).toMatchObject({
      options: [{ label: 'depth', detail: 'integer or null' }],
    });
  });

  it('describes defaults, of long ones the beginning', () => {
    const properties = { depth: { type: 'integer', default: 3 }, text: { default: 'x'.repeat(100) } };
    const [depth, text] = membersOf({ required: ['depth'], properties });
    expect(depth?.detail).toBe('integer, required, default 3');
    expect(text?.detail).toBe(`default "${'x'.repeat(59)}…`);
  });

  it('offers values and data sources', () => {
    expect(labels('{"source": "|')).toEqual(['news', 'filings', 'db:']);
    expect(labels('{"source": |')).toBeUndefined();
  });

  it.each([
    ['{"x": "db:|', ['Ticker', 'media.article']],
    ['{"x": "db:MEDIA.Article:all:|', ['id']],
    ['{"x": "db:ticker:|', ['all']],
    ['{"x": "db:ticker:all:|', ['id', 'enabled']],
    ['{"x": "db:unknown:all:|', []],
    ['{"x": "db:ticker:all:id?enabled=|', ['true', 'false']],
    ['{"x": "db:ticker:all:id?limit=5&orderBy=|', ['id', 'enabled']],
    [
      '{"x": "db:ticker:all:id?|',
      ['batchSize=', 'staggerDelay=', 'limit=', 'orderBy=', 'filter={', 'id=', 'enabled='],
    ],
    ['{"x": "db:ticker:all:id?filter={|', ['id', 'enabled', '$and', '$or', '$not']],
    [String.raw`{"x": "db:ticker:all:id?filter={\"en|`, ['id', 'enabled', '$and', '$or', '$not']],
    [String.raw`{"x": "db:ticker:all:id?filter={\"enabled\":|`, ['true', 'false', 'null', '{']],
    [String.raw`{"x": "db:ticker:all:id?limit=5&filter={\"id\":|`, ['null', '{', '\\"']],
    [String.raw`{"x": "db:ticker:all:id?filter={\"id\":{\"$in\":[|`, ['\\"']],
    [String.raw`{"x": "db:ticker:all:id?filter={\"id\":{\"$null\":|`, ['true', 'false']],
    [String.raw`{"x": "db:ticker:all:id?filter={\"id\":\"A|`, []],
    [String.raw`{"x": "db:ticker:all:id?filter={\"gone\":|`, []],
    [String.raw`{"x": "db:ticker:all:id?filter={\"$or\":[{|`, ['id', 'enabled', '$and', '$or', '$not']],
    [String.raw`{"x": "db:ticker:all:id?filter={\"id\":\"&}\"}&enabled=|`, ['true', 'false']],
  ])('offers the parts of a data source: %s', (marked, expected) => {
    expect(labels(marked)).toEqual(expected);
  });

  it('offers comparisons of a column in a filter, with their quotes escaped', () => {
    const found = complete(String.raw`{"x": "db:ticker:all:id?filter={\"id\":{\"$i|`);
    expect(found?.options.map(({ label }) => label)).toContain('$ilike');
    expect(found?.options.find(({ label }) => label === '$in')?.apply).toBe(String.raw`$in\":[`);
    const column = complete('{"x": "db:ticker:all:id?filter={|');
    expect(column).toMatchObject({ from: 32, options: [{ apply: String.raw`\"id\":` }, {}, {}, {}, {}] });
    // A backslash without its quote is replaced, too.
    expect(complete(String.raw`{"x": "db:ticker:all:id?filter={\|`)?.from).toBe(32);
    expect(complete(String.raw`{"x": "db:ticker:all:id?filter={\"en|`)?.from).toBe(34);
  });

  it.each([
    ['{"|', 'tick_1 x'],
    ['{"|"', 'tick'],
    ['{"source": "|', 'news'],
    ['{"source": "|', 'db:tick'],
    ['{"x": "db:|', 'tick.er:all:id?limit=5'],
    ['{"x": "db:ticker:|', 'all:'],
    ['{"x": "db:ticker:all:|', 'id?'],
    ['{"x": "db:ticker:all:id?|', 'enabled=true&limit'],
    ['{"x": "db:ticker:all:id?|', String.raw`filter={\"id\":{\"$in\":[1]}}&orderBy=id`],
    ['{"x": "db:ticker:all:id?enabled=|', 'true&limit=5'],
    ['{"x": "db:ticker:all:id?orderBy=|', 'id&limit=5"'],
    ['{"x": "db:ticker:all:id?filter={|', String.raw`\"enabled\":true}&limit=5`],
    [String.raw`{"x": "db:ticker:all:id?filter={\"|`, String.raw`en\":true,\"id\"`],
    [String.raw`{"x": "db:ticker:all:id?filter={\"enabled\":|`, 'true}'],
    [String.raw`{"x": "db:ticker:all:id?filter={\"id\":{\"|`, String.raw`$in\":[\"A\"]}}`],
  ])('keeps its options for the text that they are valid for: %s, then %s', (marked, typed) => {
    const [before = '', after = ''] = marked.split('|');
    let found = complete(marked);
    for (let end = 1; end <= typed.length; end += 1) {
      const line = before + typed.slice(0, end);
      const newer = complete(`${line}|${after}`);
      if (found?.validFor.test(line.slice(found.from)))
        expect({ line, found: newer }).toEqual({ line, found });
      else found = newer;
    }
    // Every key of a plain word is typed into the same list.
    const first = complete(marked);
    const word = /^\w+/.exec(typed)?.[0] ?? '';
    expect(first?.validFor.test((before + word).slice(first.from))).toBe(true);
  });

  it('starts with params that fit the schema', () => {
    expect(exampleOf({ type: 'boolean' })).toBe(false);
    expect(exampleOf({ enum: ['news', 'filings'] })).toBe('news');
    expect(exampleOf({ type: ['integer', 'null'], default: 5 })).toBe(5);
    expect(exampleOf({ type: ['array', 'null'] })).toEqual([]);
    for (const schema of [null, true, {}, { type: 'toString' }]) expect(exampleOf(schema)).toBe('');
  });

  it('replaces only the part at the cursor', () => {
    expect(complete('{"x": "db:tick|')).toMatchObject({ from: 10, options: [{ apply: 'Ticker:' }, {}] });
    expect(complete('{"x": "db:ticker:all:id?ba|')?.from).toBe(24);
  });

  it('offers nothing if the schema is invalid', () => {
    for (const schema of [null, true, [], { properties: [] }, { properties: { a: null } }, 'x']) {
      const { text, at: index, before } = at('{"a": {"|');
      const found = completeParams(before, { text, at: index }, { schema, sources: [] });
      expect(found?.options).toEqual([]);
    }
  });
});

describe('a duration', () => {
  it.each([
    [90_000, '90s'],
    [3_600_000, '1h'],
    [172_800_000, '2d'],
    [1_500, '1500ms'],
    [0, '0s'],
  ])('of %s ms is written as %s', (ms, text) => {
    expect(writeDuration(ms)).toBe(text);
    expect(readDuration(text)).toBe(ms);
  });

  it('may have a fraction, and is empty without a number', () => {
    expect(readDuration('1.5h')).toBe(5_400_000);
    expect(readDuration('250')).toBe(250);
    for (const text of ['', 'h', '1 week', '-5s', '1e3']) expect(readDuration(text)).toBeUndefined();
  });
});

describe('a time in a time zone', () => {
  it('converts to an instant and back', () => {
    expect(toZonedText('2026-07-01T13:00:00Z', ZONE)).toBe('2026-07-01T09:00');
    expect(toZonedText('2026-01-01T13:00:07.000Z', ZONE)).toBe('2026-01-01T08:00:07');
    expect(fromZonedText('2026-07-01T09:00', ZONE)).toBe('2026-07-01T13:00:00Z');
    expect(fromZonedText('2026-03-08T02:30', ZONE)).toBe('2026-03-08T07:30:00Z');
  });

  it('is empty if the date or the zone does not exist', () => {
    expect(fromZonedText('2026-02-30T09:00', ZONE)).toBeUndefined();
    expect(fromZonedText('2026-02-20T09:00', 'Mars/Olympus')).toBeUndefined();
  });
});

describe('a draft', () => {
  const STORED: ScheduleFormFieldsFragment = {
    id: 'one',
    key: null,
    managedBy: null,
    name: 'Weekly',
    description: null,
    labels: ['nightly', 'team-a'],
    targetType: 'AGENT',
    agentId: 'alpha',
    pipelineId: null,
    templateId: null,
    repeat: 'REPEATING',
    cronExpression: null,
    interval: 5_400_000,
    timezone: null,
    startAt: '2026-07-01T13:00:00.000Z',
    endAt: null,
    maxRuns: 3,
    template: false,
    afterOnce: 'DISABLE',
    dstGap: 'SKIP',
    dstRepeat: 'BOTH',
    params: { a: 1 },
    retryConfig: { maxRetries: 2, backoff: 'FIXED', delay: 1_000, maxDelay: null, jitter: null },
    timeout: 30_000,
    maxQueueTime: null,
    zombieThresholdMs: 7_200_000,
    priority: -1,
    enabled: false,
    misfirePolicy: 'ALL',
    concurrencyPolicy: 'QUEUE',
    startingDeadline: 60_000,
    jitter: null,
    minInterval: null,
    maxInterval: null,
    failureBackoff: true,
    requirements: { gpu: true },
    environment: 'STAGING',
    successfulHistoryLimit: 0,
    failedHistoryLimit: null,
  };

  it('shows the schedule that it was made from', () => {
    expect(readDraft(draftOf(STORED, ZONE), ZONE)).toEqual({
      issues: [],
      input: {
        ...Object.fromEntries(Object.entries(STORED).filter(([name]) => !['id', 'managedBy'].includes(name))),
        interval: '90m',
        startAt: '2026-07-01T13:00:00Z',
        retryConfig: { maxRetries: 2, backoff: 'FIXED', delay: '1s' },
        timeout: '30s',
        zombieThresholdMs: '2h',
        startingDeadline: '1m',
      },
    });
  });

  it('sends only changes, and null for fields that were cleared', () => {
    const draft = draftOf(STORED, ZONE);
    const before = readDraft(draft, ZONE).input;
    expect(changesOf(before, readDraft({ ...draft, maxRuns: '', priority: '4' }, ZONE).input)).toEqual({
      maxRuns: null,
      priority: 4,
    });
    expect(changesOf(before, before)).toEqual({});
    expect(previewInputOf('one', before, before)).toEqual({ scheduleId: 'one' });
    const later = readDraft({ ...draft, interval: '2h' }, ZONE).input;
    expect(previewInputOf('one', later, before)).toEqual({ scheduleId: 'one', interval: '2h' });
    const undecided = readDraft(NEW_DRAFT, ZONE).input;
    expect(previewInputOf(undefined, undecided, undecided)).toBeUndefined();
  });

  it('reports each invalid value at its field', () => {
    const { issues } = readDraft(
      {
        ...NEW_DRAFT,
        params: '{',
        requirements: 'x',
        maxRuns: '1.5',
        priority: 'high',
        startAt: '2026-01-01T10:00',
        timezone: 'Nowhere',
        retry: { ...NEW_RETRY, maxRetries: 'many' },
      },
      ZONE,
    );
    expect(issues.map(({ path }) => path.join('.'))).toEqual([
      'maxRuns',
      'params',
      'retryConfig.maxRetries',
      'priority',
      'requirements',
      'startAt',
    ]);
  });

  it("shows the server's error at a field until the value changes", () => {
    const sent = readDraft({ ...NEW_DRAFT, minInterval: '2h', maxInterval: '1h' }, ZONE).input;
    const issue = (path: string[]) => ({ path, message: 'is wrong' });
    const error = {
      code: 'VALIDATION',
      message: 'Something is wrong',
      issues: [
        issue(['name']),
        issue(['cronExpression']),
        issue(['minInterval']),
        issue(['params', 'id']),
        issue([]),
      ],
    };
    const leftOf = (given: typeof error, draft: Partial<typeof NEW_DRAFT>) =>
      stillWrong(given, sent, readDraft({ ...NEW_DRAFT, ...draft }, ZONE).input, TOGETHER);
    const left = (draft: Partial<typeof NEW_DRAFT>) =>
      leftOf(error, { minInterval: '2h', maxInterval: '1h', ...draft })?.issues.map(({ path }) =>
        path.join('.'),
      );
    expect(left({})).toEqual(['name', 'cronExpression', 'minInterval', 'params.id', '']);
    expect(left({ name: 'One' })).toEqual(['cronExpression', 'minInterval', 'params.id', '']);
    expect(left({ rhythm: 'interval', interval: '1h' })).toEqual(['name', 'minInterval', 'params.id', '']);
    expect(left({ maxInterval: '4h' })).toEqual(['name', 'cronExpression', 'params.id', '']);
    // A later end leaves room for a limit, too.
    expect(left({ endAt: '2030-01-01T00:00' })).toEqual(['name', 'cronExpression', 'params.id', '']);
    const only = { ...error, issues: [issue(['name'])] };
    expect(leftOf(only, { name: 'One' })).toBeUndefined();
    const network = { ...error, issues: [] };
    expect(leftOf(network, { name: 'One' })).toEqual(network);
  });

  it('previews how long retries wait', () => {
    const retry = NEW_RETRY;
    expect(waitsWords({ ...retry, maxRetries: '7' })).toBe(
      'Waits 5 s, 10 s, 20 s, 40 s, 1 min 20 s, … between attempts.',
    );
    expect(waitsWords({ ...retry, backoff: 'LINEAR', maxDelay: '12s' })).toBe(
      'Waits 5 s, 10 s, 12 s between attempts.',
    );
    expect(waitsWords({ ...retry, maxRetries: '0' })).toBe('Failed attempts are not retried.');
    expect(waitsWords({ ...retry, delay: 'soon' })).toBe('');
  });
});

describe('the timing in words', () => {
  const timing = {
    repeat: 'REPEATING',
    template: false,
    cronExpression: null,
    interval: null,
    startAt: null,
  } as const;
  it.each([
    [{ cronExpression: '0 8 * * *' }, '08:00 every day'],
    [{ cronExpression: '0 2 * * 0' }, '02:00, on Sunday'],
    [{ cronExpression: '*/5 * * * *' }, 'Every 5 minutes'],
    [{ cronExpression: 'nonsense' }, 'nonsense'],
    [{ interval: 30_000 }, 'Every 30 s'],
    [{ interval: 3_600_000 }, 'Every hour'],
    [{ interval: 90_000_000 }, 'Every 1 d 1 h'],
    [{ template: true }, 'When triggered'],
    [{ repeat: 'ONCE', startAt: '2040-01-15T15:00:00Z' } as const, 'Once, 15 Jan 2040, 10:00'],
    [{ repeat: 'ONCE' } as const, 'Once, immediately'],
  ])('%j', (fields, words) => {
    expect(timingWords({ ...timing, ...fields }, ZONE)).toBe(words);
  });
});

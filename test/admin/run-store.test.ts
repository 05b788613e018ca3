import { expect, test } from 'vitest';
import type { OverviewRunsQueryVariables } from '../../admin/src/features/overview/overview.generated.js';
import type { Run } from '../../admin/src/features/overview/timeline/marks.js';
import { RunStore, type ShownRuns } from '../../admin/src/features/overview/timeline/run-store.js';
import type { LiveEvent } from '../../admin/src/lib/graphql/live.js';
import { createDeferred } from '../support/deferred.js';

const HOUR = 3_600_000;
const MINUTE = 60_000;

/** A run that is still in progress. */
function aRun(minutesAgo: number, jobsCompleted = 0): Run {
  const madeAt = Date.now() - minutesAgo * MINUTE;
  const id = madeAt.toString(16).padStart(12, '0');
  const at = new Date(madeAt).toISOString();
  return {
    ...{
      id: `${id.slice(0, 8)}-${id.slice(8)}-7000-8000-000000000000`,
      scheduleId: 'hourly',
      name: 'Hourly',
    },
    ...{ trigger: 'SCHEDULE', status: 'PENDING', runStatus: 'RUNNING', reason: null },
    ...{ slotAt: at, lastSlotAt: null, missedCount: 0, fireAt: at, executionTime: at },
    ...{ completedAt: null, cancelRequestedAt: null },
    ...{ jobsCreated: 9, jobsCompleted, jobsFailed: 0, jobsSkipped: 0, jobsCancelled: 0 },
  };
}

function changeOf(run: Run, isGone = false): LiveEvent {
  const entity = isGone ? null : { ...run, __typename: 'ScheduleExecution' };
  return { topic: 'execution', id: run.id, entity, isNew: false, isGone } as LiveEvent;
}

type Answer = readonly Run[] | 'error';

/** A store of an hour, and the reads that it has begun. */
function opened() {
  const reads: { variables: OverviewRunsQueryVariables; answer: (answer: Answer) => void }[] = [];
  const shown: Partial<ShownRuns> = {};
  const store = new RunStore(
    HOUR,
    async (variables) => {
      const answered = createDeferred<Answer>();
      reads.push({ variables, answer: answered.resolve });
      const answer = await answered.promise;
      const error = { message: 'unavailable' } as ShownRuns['error'];
      return answer === 'error'
        ? { data: undefined, error }
        : { data: { overview: { runs: [...answer] } }, error: undefined };
    },
    (change) => Object.assign(shown, change),
  );
  async function read(answer: Answer): Promise<void> {
    const done = store.read();
    reads.at(-1)?.answer(answer);
    await done;
  }
  const lane = () => (shown.lanes?.get('hourly') ?? []).map(({ id, jobsCompleted }) => [id, jobsCompleted]);
  return { store, reads, shown, read, lane };
}

test('after the first read, only runs that events name are read', async () => {
  const { store, reads, read, lane } = opened();
  const [old, second, third] = [aRun(30), aRun(3), aRun(2)];
  await read([old]);
  expect(reads[0]?.variables.earlier).toBe(true);
  store.receive([changeOf(old)]);
  expect(store.isBehind()).toBe(false);
  store.receive([changeOf(third), changeOf(second), changeOf(aRun(90))]);
  expect(store.isBehind()).toBe(true);
  await read([third, second]);
  expect(reads[1]?.variables.earlier).toBe(false);
  expect(Date.now() - Date.parse(reads[1]?.variables.since ?? '')).toBeLessThan(4 * MINUTE);
  expect(lane()).toEqual([third, second, old].map(({ id }) => [id, 0]));
  await store.read();
  expect(reads).toHaveLength(2);
});

test('what a failed read did not bring is read with the next one', async () => {
  const { store, reads, shown, read, lane } = opened();
  const [old, missed, next] = [aRun(30), aRun(3), aRun(2)];
  await read([old]);
  store.receive([changeOf(missed)]);
  await read('error');
  expect(shown.error?.message).toBe('unavailable');
  expect(store.tookMs).toBe(Number.POSITIVE_INFINITY);
  store.receive([changeOf(next)]);
  await read([next, missed]);
  expect(Date.parse(reads[2]?.variables.since ?? '')).toBe(Date.parse(reads[1]?.variables.since ?? ''));
  expect(lane()).toEqual([next, missed, old].map(({ id }) => [id, 0]));
  expect(shown.error).toBeUndefined();
});

test('events that arrive during a read are newer than its answer', async () => {
  const { store, reads, lane } = opened();
  const [kept, deleted] = [aRun(3), aRun(2)];
  const done = store.read();
  expect(store.isReading()).toBe(true);
  store.receive([changeOf({ ...kept, jobsCompleted: 5 }), changeOf(deleted, true)]);
  reads[0]?.answer([deleted, kept]);
  await done;
  expect(lane()).toEqual([[kept.id, 5]]);
});

test('an answer counts as lost once the runs are read again', async () => {
  const { store, reads, lane } = opened();
  const [old, run] = [aRun(30), aRun(3)];
  const lost = store.read();
  const done = store.read();
  reads[1]?.answer([run, old]);
  await done;
  reads[0]?.answer([old]);
  await lost;
  expect(reads[1]?.variables.earlier).toBe(true);
  expect(lane()).toEqual([run, old].map(({ id }) => [id, 0]));
});

test('after missed events, everything is read again', async () => {
  const { store, reads, read, lane } = opened();
  const [gone, run] = [aRun(30), aRun(3)];
  await read([gone]);
  store.receive('reset');
  await read([run]);
  expect(reads[1]?.variables.earlier).toBe(true);
  expect(lane()).toEqual([[run.id, 0]]);
});

import type { PreviewedRun } from './preview-runs.js';

/** A schedule's runs to come. */
export interface RunLane<Key> {
  readonly key: Key;
  /** None of them is earlier. */
  readonly from: Date;
  /** Ascending. */
  readonly runs: Iterator<PreviewedRun, void>;
}

/**
 * The runs of many schedules in the order of time, as far as they are asked for. A run is only worked out when its turn may
 * have come, so that this costs as much as is taken, however many runs there are.
 */
export function* mergeRuns<Key>(
  lanes: readonly RunLane<Key>[],
): Generator<{ key: Key; run: PreviewedRun }, void> {
  /** `run` undefined: not worked out yet, and not before `at`. */
  const open = lanes.map(({ key, from, runs }) => ({
    key,
    runs,
    at: from,
    run: undefined as PreviewedRun | undefined,
  }));
  while (open.length > 0) {
    const lane = open.reduce((earliest, other) => (other.at < earliest.at ? other : earliest));
    if (lane.run) {
      yield { key: lane.key, run: lane.run };
      lane.run = undefined;
      continue;
    }
    const next = lane.runs.next();
    if (next.done) open.splice(open.indexOf(lane), 1);
    else Object.assign(lane, { at: next.value.at, run: next.value });
  }
}

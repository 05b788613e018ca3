import type { PreviewedRun } from './preview-runs.js';

/** The coming runs of a schedule. */
export interface RunLane<Key> {
  readonly key: Key;
  /** No run is earlier. */
  readonly from: Date;
  /** Ascending. */
  readonly runs: Iterator<PreviewedRun, void>;
}

/**
 * The runs of many schedules in order of time, computed as they are requested. A run is computed only
 * when it may be next, so the cost depends on how many are taken, not on how many there are.
 */
export function* mergeRuns<Key>(
  lanes: readonly RunLane<Key>[],
): Generator<{ key: Key; run: PreviewedRun }, void> {
  /** `run` is undefined if it is not computed yet and not before `at`. */
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

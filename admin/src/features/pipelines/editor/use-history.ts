import { useCallback, useReducer } from 'react';

/** Text that is typed in one place without a pause is one undo step. */
const PAUSE_MS = 1_000;
const MOST = 200;

interface Moment<Value> {
  past: readonly Value[];
  present: Value;
  future: readonly Value[];
  /** Tag of the newest change, while further changes with it are merged. */
  tag: string | undefined;
  at: number;
}

type Change<Value> =
  | { kind: 'change'; change: (before: Value) => Value; tag: string | undefined; at: number }
  | { kind: 'undo' }
  | { kind: 'redo' };

export interface History<Value> {
  value: Value;
  /** Consecutive changes with the same tag are undone together. */
  change: (change: (before: Value) => Value, tag?: string) => void;
  undo: () => void;
  redo: () => void;
  canUndo: boolean;
  canRedo: boolean;
}

/** A value with undo and redo. */
export function useHistory<Value>(initial: Value): History<Value> {
  const [{ past, present, future }, dispatch] = useReducer(step<Value>, {
    past: [],
    present: initial,
    future: [],
    tag: undefined,
    at: 0,
  });
  const change = useCallback(
    (next: (before: Value) => Value, tag?: string) =>
      dispatch({ kind: 'change', change: next, tag, at: performance.now() }),
    [],
  );
  return {
    value: present,
    change,
    undo: useCallback(() => dispatch({ kind: 'undo' }), []),
    redo: useCallback(() => dispatch({ kind: 'redo' }), []),
    canUndo: past.length > 0,
    canRedo: future.length > 0,
  };
}

function step<Value>(moment: Moment<Value>, action: Change<Value>): Moment<Value> {
  const { past, present, future, tag, at } = moment;
  if (action.kind === 'undo') {
    const previous = past.at(-1);
    if (previous === undefined) return moment;
    return {
      past: past.slice(0, -1),
      present: previous,
      future: [present, ...future],
      tag: undefined,
      at: 0,
    };
  }
  if (action.kind === 'redo') {
    const [next, ...rest] = future;
    if (next === undefined) return moment;
    return { past: [...past, present], present: next, future: rest, tag: undefined, at: 0 };
  }
  const next = action.change(present);
  if (next === present) return moment;
  const joins = action.tag !== undefined && action.tag === tag && action.at - at < PAUSE_MS;
  return {
    past: joins ? past : [...past, present].slice(-MOST),
    present: next,
    future: [],
    tag: action.tag,
    at: action.at,
  };
}

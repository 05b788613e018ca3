import type { DispatchToken, QueueHandlers, Queues } from '../../src/queue/queues.js';
import type { Actor, Simulator } from './simulator.js';

type Task = { kind: 'expand'; executionId: string } | { kind: 'dispatch'; token: DispatchToken };

interface Consumer {
  handlers: QueueHandlers;
  /** How many more tasks of each kind it accepts. */
  room: Record<Task['kind'], number>;
}

/**
 * A queue that all workers share and that is unreliable: tasks come late, to any worker, sometimes twice,
 * sometimes never.
 */
export interface SimulatedQueue {
  /** The queue as one worker sees it. */
  of(worker: Actor): Queues;
}

export function createSimulatedQueue(simulator: Simulator): SimulatedQueue {
  const consumers = new Map<Actor, Consumer>();
  const queue: Actor = { name: 'queue', alive: true, stoppedUntil: 0 };

  async function put(task: Task): Promise<void> {
    if (simulator.chance(0.05)) return simulator.note('the queue loses a task');
    deliver(task);
    if (simulator.chance(0.05)) deliver(task);
  }

  function deliver(task: Task): void {
    simulator.add({
      actor: queue,
      name: `delivers ${task.kind}`,
      run() {
        const isAble = ([{ alive, stoppedUntil }, { room }]: [Actor, Consumer]) =>
          alive && stoppedUntil <= simulator.now() && room[task.kind] > 0;
        const able = [...consumers].filter(isAble);
        const consumer = able[simulator.below(able.length)]?.[1];
        if (!consumer) return; // it is lost
        const { handlers, room } = consumer;
        room[task.kind] -= 1;
        const work =
          task.kind === 'expand' ? handlers.expand(task.executionId) : handlers.dispatch(task.token);
        work
          .catch((error: unknown) => simulator.note(`a task of the queue failed: ${error}`))
          .finally(() => {
            room[task.kind] += 1;
          });
      },
    });
  }

  return {
    of(worker) {
      let consumer: Consumer | undefined;
      return {
        open: async () => {},
        check: async () => {},
        async enqueueExpand(executionIds) {
          if (simulator.chance(0.05)) throw new Error('the queue is away');
          for (const executionId of executionIds) await put({ kind: 'expand', executionId });
        },
        async enqueueDispatch(tokens) {
          if (simulator.chance(0.05)) throw new Error('the queue is away');
          for (const token of tokens) await put({ kind: 'dispatch', token });
        },
        async process(handlers, { expandConcurrency, dispatchConcurrency }) {
          consumer = { handlers, room: { expand: expandConcurrency, dispatch: dispatchConcurrency } };
          consumers.set(worker, consumer);
        },
        pause: async () => void consumers.delete(worker),
        resume: async () => void (consumer && consumers.set(worker, consumer)),
        close: async () => void consumers.delete(worker),
        obliterate: async () => {},
      };
    },
  };
}

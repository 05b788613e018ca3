/**
 * Answers to events, shared between subscribers. Subscriptions of one document that differ only in
 * filter and cursor, by actors of one role, get the same answer to an event. It is executed once for
 * all of them, together with the other events of its batch, so that their rows are read together.
 */
import { type DocumentNode, getOperationAST, Kind, visit } from 'graphql';
import { LIMITS } from '../../domain/limits.js';
import type { OutboxEvent } from '../../events/outbox-event.js';
import type { Admitted } from '../server/admission.js';
import { AnswerWriter, answerAlone, answerTogether, type Subscribing } from './answer-events.js';
import type { EventAnswer } from './event-answer.js';
import { EventReads } from './event-reads.js';
import { SharedFrames } from './shared-frames.js';

/** Subscriptions that get the same answers. */
export interface AnswerGroup {
  /** How many events to take at once. Small where answers are long. */
  readonly batchSize: number;
  /**
   * Answers these events, or the first few of them, in order. Missing answers are executed by
   * `subscribing` and count against its API token. `reservations` receives the reservations that hold their
   * bytes until they have been sent. Known answers are returned synchronously: with a thousand
   * subscribers, promises cost as much as writing.
   */
  answer(
    events: readonly OutboxEvent[],
    subscribing: Subscribing,
    reservations: Admitted[],
  ): readonly EventAnswer[] | Promise<readonly EventAnswer[]>;
  /**
   * Whether another subscription is executing this event now. If so, `onAnswered` is called once, to
   * ask for the answer again, or with the error.
   */
  waitFor(event: OutboxEvent, onAnswered: OnAnswered): boolean;
  /** Calls it once the current page of events has been passed on to all subscriptions. */
  soon(advance: () => void): void;
  /** For all subscriptions of the group, most of which send the same answers. */
  readonly frames: SharedFrames;
  /** Each subscription calls this once when it has ended. */
  leave(): void;
}

export interface EventAnswers {
  /** Adds a subscription to its group and returns the group. */
  join(subscribing: Subscribing): AnswerGroup;
}

type OnAnswered = (error?: unknown) => void;

/** One execution, of one or several events. */
interface Execution {
  done: Promise<void>;
  waiting: OnAnswered[];
}

interface Entry {
  group: Group;
  event: OutboxEvent;
  /** Undefined while the event is being executed. */
  answer: EventAnswer | undefined;
  execution: Execution;
  /** How many subscriptions of the group have taken the answer. */
  taken: number;
}

/** Approximate size of an entry without its answer. */
const ENTRY_BYTES = 500;

export function createEventAnswers(): EventAnswers {
  const groups = new Map<string, Group>();
  const kept = new KeptAnswers();
  const ids = new WeakMap<DocumentNode, number>();
  let documents = 0;

  function keyOf({ document, operationName, variableValues, contextValue }: Subscribing): string {
    const id = ids.get(document) ?? documents++;
    ids.set(document, id);
    const variables = answeringVariables(document, operationName).map((name) => variableValues?.[name]);
    return JSON.stringify([id, operationName ?? null, contextValue.actor?.role ?? null, variables]);
  }

  return {
    join(subscribing) {
      const key = keyOf(subscribing);
      const { contextValue } = subscribing;
      const reads = () => new EventReads(contextValue.eventRows, contextValue.eventValues);
      const group = groups.get(key) ?? new Group(reads(), kept, () => groups.delete(key));
      groups.set(key, group);
      group.members += 1;
      contextValue.eventReads = group.reads;
      return group;
    },
  };
}

/** Answers that slower subscriptions may still need. When memory is short, the oldest are dropped first. */
class KeptAnswers {
  readonly #entries = new Set<Entry>();
  #bytes = 0;

  add(entry: Entry): void {
    this.#entries.add(entry);
    this.#bytes += sizeOf(entry);
    for (const oldest of this.#entries) {
      if (this.#bytes <= LIMITS.sharedAnswerBytes) return;
      this.delete(oldest);
      oldest.group.forget(oldest.event);
    }
  }

  delete(entry: Entry): void {
    if (this.#entries.delete(entry)) this.#bytes -= sizeOf(entry);
  }
}

function sizeOf({ answer }: Entry): number {
  return ENTRY_BYTES + (answer?.bytes ?? 0);
}

class Group implements AnswerGroup {
  readonly #entries = new Map<OutboxEvent, Entry>();
  readonly writer = new AnswerWriter();
  #averageBytes = ENTRY_BYTES;
  members = 0;
  readonly frames = new SharedFrames();
  #soon: (() => void)[] = [];

  constructor(
    readonly reads: EventReads,
    private readonly kept: KeptAnswers,
    private readonly onEmpty: () => void,
  ) {}

  get batchSize(): number {
    const fitting = Math.floor(LIMITS.readyAnswerBytes / this.#averageBytes);
    return Math.min(Math.max(fitting, 1), LIMITS.readyAnswers);
  }

  answer(
    events: readonly OutboxEvent[],
    subscribing: Subscribing,
    reservations: Admitted[],
  ): readonly EventAnswer[] | Promise<readonly EventAnswer[]> {
    if (events.length === 0) return [];
    const answers = this.#takeKnown(events);
    return answers.length > 0 ? answers : this.#answerLater(events, subscribing, reservations);
  }

  waitFor(event: OutboxEvent, onAnswered: OnAnswered): boolean {
    const entry = this.#entries.get(event);
    if (!entry || entry.answer) return false;
    entry.execution.waiting.push(onAnswered);
    return true;
  }

  async #answerLater(
    events: readonly OutboxEvent[],
    subscribing: Subscribing,
    reservations: Admitted[],
  ): Promise<readonly EventAnswer[]> {
    const unknown = events.filter((event) => !this.#entries.has(event));
    if (unknown.length > 0) this.#begin(unknown, subscribing, reservations);
    const [first] = events as [OutboxEvent];
    const entry = this.#entries.get(first) as Entry;
    if (!entry.answer) await entry.execution.done;
    const answers = this.#takeKnown(events);
    if (answers.length > 0) return answers;
    const { answer } = entry;
    // Another subscription's token had no bytes left. This one's may have some.
    if (answer && !unknown.includes(first))
      return [await answerAlone(first, subscribing, reservations, this.writer)];
    if (answer) return [answer];
    // The batch exceeded the budget.
    return this.answer([first], subscribing, reservations);
  }

  /** The answers before the first that is missing or refused. */
  #takeKnown(events: readonly OutboxEvent[]): EventAnswer[] {
    const answers: EventAnswer[] = [];
    for (const event of events) {
      const entry = this.#entries.get(event);
      if (!entry?.answer || entry.answer.isRefused) break;
      answers.push(entry.answer);
      this.#take(entry);
    }
    return answers;
  }

  soon(advance: () => void): void {
    if (this.#soon.length === 0) queueMicrotask(() => this.#advanceAll());
    this.#soon.push(advance);
  }

  #advanceAll(): void {
    const all = this.#soon;
    this.#soon = [];
    for (const advance of all) advance();
  }

  leave(): void {
    this.members -= 1;
    if (this.members > 0) return;
    for (const entry of this.#entries.values()) this.kept.delete(entry);
    this.#entries.clear();
    this.onEmpty();
  }

  forget(event: OutboxEvent): void {
    this.#entries.delete(event);
  }

  /**
   * An answer that all members have taken is dropped. Most live so briefly that garbage collection is
   * cheap.
   */
  #take(entry: Entry): void {
    entry.taken += 1;
    if (entry.taken < this.members) return;
    this.#entries.delete(entry.event);
    this.kept.delete(entry);
  }

  #begin(events: readonly OutboxEvent[], subscribing: Subscribing, reservations: Admitted[]): void {
    const execution: Execution = { done: Promise.resolve(), waiting: [] };
    const entries = events.map(
      (event): Entry => ({ group: this, event, answer: undefined, execution, taken: 0 }),
    );
    for (const entry of entries) this.#entries.set(entry.event, entry);
    execution.done = this.#execute(entries, subscribing, reservations);
    const goOn = (error?: unknown) => {
      for (const onAnswered of execution.waiting) onAnswered(error);
    };
    // Callers that wait for the promise get the error, too. There may be none.
    execution.done.then(() => goOn(), goOn);
  }

  async #execute(
    entries: readonly Entry[],
    subscribing: Subscribing,
    reservations: Admitted[],
  ): Promise<void> {
    const events = entries.map(({ event }) => event);
    const answers = await (events.length === 1
      ? answerAlone(events[0] as OutboxEvent, subscribing, reservations, this.writer).then((answer) => [
          answer,
        ])
      : answerTogether(events, subscribing, reservations, this.writer)
    ).catch((error: unknown) => {
      for (const event of events) this.#entries.delete(event);
      throw error;
    });
    if (!answers) this.#averageBytes = LIMITS.readyAnswerBytes;
    for (const [index, entry] of entries.entries()) this.#settle(entry, answers?.[index]);
  }

  #settle(entry: Entry, answer: EventAnswer | undefined): void {
    const isCurrent = this.#entries.get(entry.event) === entry;
    if (answer) {
      entry.answer = answer;
      this.#averageBytes += (answer.bytes - this.#averageBytes) / 8;
    }
    if (!isCurrent) return;
    if (answer && !answer.isRefused) this.kept.add(entry);
    else this.#entries.delete(entry.event);
  }
}

/** Names of the variables that an answer depends on: all except those that only select events. */
function answeringVariables(document: DocumentNode, operationName?: string | null): string[] {
  const root = getOperationAST(document, operationName)?.selectionSet.selections[0];
  const choosing = new Set(root?.kind === Kind.FIELD ? root.arguments : []);
  const names = new Set<string>();
  visit(document, {
    VariableDefinition: () => false,
    Argument: (node) => (choosing.has(node) ? false : undefined),
    Variable: ({ name }) => {
      names.add(name.value);
    },
  });
  return [...names].sort();
}

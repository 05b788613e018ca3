/**
 * What events answer to subscribers. Subscriptions of one document that differ in nothing but their filter and cursor, by people
 * of one role, get the same answer to an event: it is executed once for all of them, together with the other events that came
 * with it, so that their rows are read at once.
 */
import { type DocumentNode, getOperationAST, Kind, visit } from 'graphql';
import { LIMITS } from '../../domain/limits.js';
import type { OutboxEvent } from '../../events/outbox-event.js';
import type { Admitted } from '../server/admission.js';
import { AnswerWriter, answerAlone, answerTogether, type Subscribing } from './answer-events.js';
import type { EventAnswer } from './event-answer.js';
import { EventReads } from './event-reads.js';

/** Subscriptions that get the same answers. */
export interface AnswerGroup {
  /** Events that are worth taking at once: few where answers are long. */
  readonly batchSize: number;
  /**
   * The answers to these events, in their order, or to the first few of them; those that are not known yet are executed by
   * `subscribing`, on account of its API token. `held` is given what keeps their bytes until they have been sent.
   * Answers that are known already are returned at once: with a thousand subscribers, promises cost as much as writing.
   */
  answer(
    events: readonly OutboxEvent[],
    subscribing: Subscribing,
    held: Admitted[],
  ): readonly EventAnswer[] | Promise<readonly EventAnswer[]>;
  /** To be called once by each subscription when it has ended. */
  leave(): void;
}

export interface EventAnswers {
  /** The group of a subscription, which is one more member of it. */
  join(subscribing: Subscribing): AnswerGroup;
}

interface Entry {
  group: Group;
  event: OutboxEvent;
  /** Undefined: it is being executed, with others. */
  answer: EventAnswer | undefined;
  executed: Promise<void>;
  /** How many subscriptions of the group have taken the answer. */
  taken: number;
}

/** What an entry takes beside its answer, about. */
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

/** Answers that slower subscriptions may still want: the oldest go first. */
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
    held: Admitted[],
  ): readonly EventAnswer[] | Promise<readonly EventAnswer[]> {
    if (events.length === 0) return [];
    const unknown = events.filter((event) => !this.#entries.has(event));
    if (unknown.length > 0) this.#begin(unknown, subscribing, held);
    const entries = events.map((event) => this.#entries.get(event) as Entry);
    const answers = entries.every(({ answer }) => answer) ? this.#takeAll(entries) : [];
    return answers.length > 0 ? answers : this.#answerLater(entries, unknown, subscribing, held);
  }

  async #answerLater(
    entries: readonly Entry[],
    unknown: readonly OutboxEvent[],
    subscribing: Subscribing,
    held: Admitted[],
  ): Promise<readonly EventAnswer[]> {
    for (const entry of entries) if (!entry.answer) await entry.executed;
    const answers = this.#takeAll(entries);
    if (answers.length > 0) return answers;
    const { answer, event } = entries[0] as Entry;
    // On account of another one's token: this one may have bytes left.
    if (answer && !unknown.includes(event)) return [await answerAlone(event, subscribing, held, this.writer)];
    if (answer) return [answer];
    // It was too much at once.
    return this.answer([event], subscribing, held);
  }

  /** Those before the first that has no answer, or none for everybody. */
  #takeAll(entries: readonly Entry[]): EventAnswer[] {
    const answers: EventAnswer[] = [];
    for (const entry of entries) {
      if (!entry.answer || entry.answer.isRefused) break;
      answers.push(entry.answer);
      this.#take(entry);
    }
    return answers;
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

  /** An answer that all members have taken is not kept: most live so briefly that collecting them costs nothing. */
  #take(entry: Entry): void {
    entry.taken += 1;
    if (entry.taken < this.members || this.#entries.get(entry.event) !== entry) return;
    this.#entries.delete(entry.event);
    this.kept.delete(entry);
  }

  #begin(events: readonly OutboxEvent[], subscribing: Subscribing, held: Admitted[]): void {
    const pending = Promise.resolve();
    const entries = events.map(
      (event): Entry => ({ group: this, event, answer: undefined, executed: pending, taken: 0 }),
    );
    const executed = this.#execute(entries, subscribing, held);
    // Who waits for it is told; nobody may.
    executed.catch(() => {});
    for (const entry of entries) {
      entry.executed = executed;
      this.#entries.set(entry.event, entry);
    }
  }

  async #execute(entries: readonly Entry[], subscribing: Subscribing, held: Admitted[]): Promise<void> {
    const events = entries.map(({ event }) => event);
    const answers = await (events.length === 1
      ? answerAlone(events[0] as OutboxEvent, subscribing, held, this.writer).then((answer) => [answer])
      : answerTogether(events, subscribing, held, this.writer)
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

/** Names of the variables that what is answered depends on: all but those that only choose the events. */
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

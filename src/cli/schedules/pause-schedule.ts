import { usageError } from '../cli-error.js';
import { type Client, expectResult, type MutationResult } from '../connection/client.js';
import { findSchedule } from '../find-target.js';
import type { Output } from '../output.js';
import { readDuration, readInstant } from '../read-values.js';

interface PauseOptions {
  schedule: string;
  for?: string;
  until?: string;
  note?: string;
}

interface Schedule {
  id: string;
  name: string;
  pausedUntil: string | null;
  nextRunAt: string | null;
}

const RESULT =
  '{ __typename ... on Schedule { id name pausedUntil nextRunAt } ... on Error { code message } }';

export async function pauseSchedule(client: Client, options: PauseOptions, output: Output): Promise<void> {
  const until = readUntil(options);
  const { id } = await findSchedule(client, options.schedule);
  const mutation = `mutation ($id: ID!, $until: DateTime!, $note: String) {
    changed: pauseSchedule(id: $id, until: $until, note: $note) ${RESULT}
  }`;
  const schedule = await change(client, mutation, { id, until, note: options.note });
  output.result(schedule, () => `${schedule.name} is paused until ${schedule.pausedUntil}`);
}

export async function resumeSchedule(client: Client, name: string, output: Output): Promise<void> {
  const { id } = await findSchedule(client, name);
  const mutation = `mutation ($id: ID!) { changed: resumeSchedule(id: $id) ${RESULT} }`;
  const schedule = await change(client, mutation, { id });
  output.result(schedule, () =>
    schedule.nextRunAt === null
      ? `${schedule.name} has no next run`
      : `${schedule.name} runs next at ${schedule.nextRunAt}`,
  );
}

async function change(
  client: Client,
  mutation: string,
  variables: Record<string, unknown>,
): Promise<Schedule> {
  const { changed } = await client.request<{ changed: MutationResult }>(mutation, variables);
  const { __typename, ...schedule } = expectResult<MutationResult & Schedule>(changed, 'Schedule');
  return schedule;
}

function readUntil({ for: duration, until }: PauseOptions): string {
  if ((duration === undefined) === (until === undefined))
    throw usageError('give the end of the pause: --for 2h or --until 2030-01-01T08:00:00Z');
  if (until !== undefined) return readInstant(until, '--until');
  return new Date(Date.now() + readDuration(duration as string, '--for')).toISOString();
}

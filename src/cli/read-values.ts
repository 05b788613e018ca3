import { z } from 'zod';
import { parseDuration } from '../domain/duration.js';
import { usageError } from './cli-error.js';

const INSTANT = z.iso.datetime({ offset: true });

/** Most entries that a server returns at once. */
const MAX_COUNT = 100;

/** @throws CliError */
export function readInstant(text: string, option: string): string {
  if (INSTANT.safeParse(text).success) return text;
  throw usageError(`${option}: "${text}" is not a time such as 2030-01-01T08:00:00Z`);
}

/** A duration in milliseconds. @throws CliError */
export function readDuration(text: string, option: string): number {
  const parsed = parseDuration(text);
  if (parsed.kind === 'error') throw usageError(`${option}: ${parsed.message}`);
  return parsed.ms;
}

/** @throws CliError */
export function readCount(text: string, option: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count > 0 && count <= MAX_COUNT) return count;
  throw usageError(`${option} must be a whole number from 1 to ${MAX_COUNT}`);
}

import { Fragment } from 'react';
import { formatInstant } from '../../lib/text/time.js';
import { Time } from './time.js';

const INSTANT = /(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)/;

export interface InstantTextProps {
  /** A sentence of the API: `Next at 2026-11-20T09:00:00.000Z: cron 0 9 * * * in UTC.` */
  text: string;
  /** Time zone of the schedule. */
  zone?: string | null | undefined;
}

/** A sentence of the API with readable instants. */
export function InstantText({ text, zone }: InstantTextProps) {
  return text.split(INSTANT).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a part is identified by its position
    <Fragment key={index}>{index % 2 === 1 ? <Time at={part} zone={zone} show="absolute" /> : part}</Fragment>
  ));
}

/** The same as plain text, for places that cannot contain a tab stop, such as buttons. */
export function formatInstants(text: string, zone: string): string {
  return text
    .split(INSTANT)
    .map((part, index) => (index % 2 === 1 ? formatInstant(new Date(part), zone) : part))
    .join('');
}

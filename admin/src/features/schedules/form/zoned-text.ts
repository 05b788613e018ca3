/** Converts the value of `<input type="datetime-local">` to an instant in a time zone, and back. */
import { Temporal } from 'temporal-polyfill';

/** `2026-01-15T10:00:30` in the zone, without seconds if they are 0. */
export function toZonedText(instant: string, zone: string): string {
  const local = Temporal.Instant.from(instant).toZonedDateTimeISO(zone).toPlainDateTime();
  return local.toString({ smallestUnit: local.second === 0 ? 'minute' : 'second' });
}

/**
 * The instant of a local time. Local times that do not exist or occur twice are resolved as in the
 * iCalendar standard. Undefined if the text is not a date.
 */
export function fromZonedText(text: string, zone: string): string | undefined {
  try {
    return Temporal.PlainDateTime.from(text).toZonedDateTime(zone).toInstant().toString();
  } catch {
    return undefined;
  }
}

/** What `<input type="datetime-local">` holds, as a time in some zone. */
import { Temporal } from 'temporal-polyfill';

/** `2026-01-15T10:00:30` in the zone; seconds only where there are some. */
export function toZonedText(instant: string, zone: string): string {
  const local = Temporal.Instant.from(instant).toZonedDateTimeISO(zone).toPlainDateTime();
  return local.toString({ smallestUnit: local.second === 0 ? 'minute' : 'second' });
}

/** The instant; where the clock leaves that time out, or shows it twice, as the calendar standard has it. Undefined: no date. */
export function fromZonedText(text: string, zone: string): string | undefined {
  try {
    return Temporal.PlainDateTime.from(text).toZonedDateTime(zone).toInstant().toString();
  } catch {
    return undefined;
  }
}

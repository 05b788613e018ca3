/** IDs of jobs and runs are UUIDs of version 7: their first 48 bits are milliseconds since 1970. */

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const LAST_MS = 2 ** 48 - 1;

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** A lower bound of the IDs created at this instant or later. */
export function idsFrom(instant: Date): string {
  const ms = Math.min(Math.max(instant.getTime(), 0), LAST_MS);
  const hex = ms.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** Null for an ID that is not a UUID, as SQL may insert it. */
export function instantOf(id: string): Date | null {
  return isUuid(id) ? new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)) : null;
}

/** Filter for rows created in this period. IDs begin with the time of creation and have an index. */
export function createdWithin(from: Date | null | undefined, to: Date | null | undefined) {
  if (!from && !to) return {};
  return { id: { ...(from && { gte: idsFrom(from) }), ...(to && { lt: idsFrom(to) }) } };
}

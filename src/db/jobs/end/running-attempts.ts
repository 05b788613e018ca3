/** A running attempt that no agent has accepted. A worker has claimed a limited number of these. */
export const IS_SENT = `status = 'running' AND "acceptedAt" IS NULL`;

/** A running attempt whose agent will report the end. There may be very many of these. */
export const IS_ACCEPTED = `status = 'running' AND "acceptedAt" IS NOT NULL`;

-- Nobody can plan a schedule with a date after the year 9999, or with 'infinity'. One such schedule kept all others that SQL had written
-- from being planned.
CREATE FUNCTION pg_temp.limited(at timestamptz) RETURNS timestamptz LANGUAGE sql IMMUTABLE
  RETURN CASE WHEN at < '0001-01-01Z' THEN '0001-01-01Z' WHEN at >= '10000-01-01Z' THEN '9999-12-31Z' ELSE at END;

UPDATE "Schedule" SET "startAt" = pg_temp.limited("startAt"), "endAt" = CASE WHEN "endAt" < '10000-01-01Z' THEN "endAt" END,
  "originAt" = pg_temp.limited("originAt"), "activatedAt" = pg_temp.limited("activatedAt"), "nextRunAt" = pg_temp.limited("nextRunAt"),
  "pausedUntil" = pg_temp.limited("pausedUntil"), "hintNextRunAt" = pg_temp.limited("hintNextRunAt"), "hintExpiresAt" = pg_temp.limited("hintExpiresAt")
WHERE ARRAY["startAt", "endAt", "originAt", "activatedAt", "nextRunAt", "pausedUntil", "hintNextRunAt", "hintExpiresAt"] IS DISTINCT FROM
  ARRAY[pg_temp.limited("startAt"), pg_temp.limited("endAt"), pg_temp.limited("originAt"), pg_temp.limited("activatedAt"), pg_temp.limited("nextRunAt"),
    pg_temp.limited("pausedUntil"), pg_temp.limited("hintNextRunAt"), pg_temp.limited("hintExpiresAt")];

ALTER TABLE "Schedule" ADD CONSTRAINT "Schedule_years_1_to_9999_check" CHECK (
  "startAt" >= '0001-01-01Z' AND "startAt" < '10000-01-01Z' AND "endAt" >= '0001-01-01Z' AND "endAt" < '10000-01-01Z'
  AND "originAt" >= '0001-01-01Z' AND "originAt" < '10000-01-01Z' AND "activatedAt" >= '0001-01-01Z' AND "activatedAt" < '10000-01-01Z'
  AND "nextRunAt" >= '0001-01-01Z' AND "nextRunAt" < '10000-01-01Z' AND "pausedUntil" >= '0001-01-01Z' AND "pausedUntil" < '10000-01-01Z'
  AND "hintNextRunAt" >= '0001-01-01Z' AND "hintNextRunAt" < '10000-01-01Z'
  AND "hintExpiresAt" >= '0001-01-01Z' AND "hintExpiresAt" < '10000-01-01Z');

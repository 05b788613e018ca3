-- Nobody can plan a schedule with a date after the year 9999, or with 'infinity'. One such schedule kept all others that SQL had written
-- from being planned.
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['startAt', 'endAt', 'originAt', 'activatedAt', 'nextRunAt', 'pausedUntil', 'hintNextRunAt', 'hintExpiresAt'] LOOP
    -- A schedule that ends after the last year does not end.
    EXECUTE format(
      'UPDATE "Schedule" SET %1$I = CASE WHEN %1$I < ''0001-01-01Z'' THEN ''0001-01-01Z''::timestamptz ELSE %2$s END
       WHERE %1$I < ''0001-01-01Z'' OR %1$I >= ''10000-01-01Z''', name, CASE WHEN name = 'endAt' THEN 'NULL' ELSE '''9999-12-31Z''' END);
  END LOOP;
END $$;

ALTER TABLE "Schedule" ADD CONSTRAINT "Schedule_years_1_to_9999_check" CHECK (
  "startAt" >= '0001-01-01Z' AND "startAt" < '10000-01-01Z' AND "endAt" >= '0001-01-01Z' AND "endAt" < '10000-01-01Z'
  AND "originAt" >= '0001-01-01Z' AND "originAt" < '10000-01-01Z' AND "activatedAt" >= '0001-01-01Z' AND "activatedAt" < '10000-01-01Z'
  AND "nextRunAt" >= '0001-01-01Z' AND "nextRunAt" < '10000-01-01Z' AND "pausedUntil" >= '0001-01-01Z' AND "pausedUntil" < '10000-01-01Z'
  AND "hintNextRunAt" >= '0001-01-01Z' AND "hintNextRunAt" < '10000-01-01Z'
  AND "hintExpiresAt" >= '0001-01-01Z' AND "hintExpiresAt" < '10000-01-01Z');

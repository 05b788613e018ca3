-- What interval hints and maxInterval count from: when a claim last handled a slot (it ran, or was recorded as skipped), else the first
-- of the hints that followed each other without a gap.
ALTER TABLE "Schedule"
  ADD COLUMN "handledAt" TIMESTAMPTZ(3),
  ADD COLUMN "hintSince" TIMESTAMPTZ(3);

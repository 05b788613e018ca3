-- A statement that changes many attempts alike writes one row for up to a thousand events (docs/adr/0006). It has the id, job and context of
-- each in these arrays; a row without arrays is one event. The arrays are not compressed: ids hardly get shorter, and it takes time.
ALTER TABLE outbox ADD COLUMN "entityIds" text[], ADD COLUMN "jobIds" text[], ADD COLUMN "contextIds" text[];
ALTER TABLE outbox ALTER COLUMN "entityIds" SET STORAGE EXTERNAL, ALTER COLUMN "jobIds" SET STORAGE EXTERNAL,
  ALTER COLUMN "contextIds" SET STORAGE EXTERNAL;

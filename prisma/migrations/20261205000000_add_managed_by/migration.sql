-- Who manages a row as configuration; null: it is not managed.
ALTER TABLE "AgentRegistry" ADD COLUMN "managedBy" text;
ALTER TABLE "Pipeline" ADD COLUMN "managedBy" text;
ALTER TABLE "Schedule" ADD COLUMN "managedBy" text;
ALTER TABLE "Webhook" ADD COLUMN "managedBy" text;

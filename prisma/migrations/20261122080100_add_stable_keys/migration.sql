-- A stable name of the client's own choice, by which it finds again what it made; an agent's id is one already.
ALTER TABLE "Schedule" ADD COLUMN key text CHECK (key ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$');
ALTER TABLE "Pipeline" ADD COLUMN key text CHECK (key ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$');
ALTER TABLE "Webhook" ADD COLUMN key text CHECK (key ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$');
CREATE UNIQUE INDEX "Schedule_key_key" ON "Schedule" (key);
CREATE UNIQUE INDEX "Pipeline_key_key" ON "Pipeline" (key);
CREATE UNIQUE INDEX "Webhook_key_key" ON "Webhook" (key);

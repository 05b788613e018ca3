-- A schedule may run a template by a timing of its own: the template's target, with its params and settings beneath the schedule's own.
ALTER TABLE "Schedule" ADD COLUMN "templateId" text;
-- A template names its target itself, so there are no chains and no cycles.
ALTER TABLE "Schedule" ADD CHECK (NOT template OR "templateId" IS NULL);
CREATE INDEX "Schedule_templateId_idx" ON "Schedule" ("templateId");

-- Whatever reads a schedule's target reads the template's there. While the template is gone, the last one stays and is not called.
CREATE FUNCTION take_template_target() RETURNS trigger LANGUAGE plpgsql SET search_path = callboard, pg_temp AS $$
DECLARE
  lender record;
BEGIN
  SELECT "targetType", "agentId", "pipelineId" INTO lender FROM "Schedule" WHERE id = NEW."templateId" AND template;
  IF FOUND THEN
    NEW."targetType" := lender."targetType";
    NEW."agentId" := lender."agentId";
    NEW."pipelineId" := lender."pipelineId";
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER take_template_target BEFORE INSERT OR UPDATE OF "templateId", "targetType", "agentId", "pipelineId" ON "Schedule"
  FOR EACH ROW WHEN (NEW."templateId" IS NOT NULL) EXECUTE FUNCTION take_template_target();

CREATE FUNCTION give_template_target() RETURNS trigger LANGUAGE plpgsql SET search_path = callboard, pg_temp AS $$
BEGIN
  UPDATE "Schedule" SET "targetType" = NEW."targetType" WHERE "templateId" = NEW.id;
  RETURN NULL;
END $$;

CREATE TRIGGER give_template_target AFTER UPDATE OF "targetType", "agentId", "pipelineId", template ON "Schedule" FOR EACH ROW
  WHEN (NEW.template AND ROW(NEW."targetType", NEW."agentId", NEW."pipelineId", NEW.template)
    IS DISTINCT FROM ROW(OLD."targetType", OLD."agentId", OLD."pipelineId", OLD.template))
  EXECUTE FUNCTION give_template_target();

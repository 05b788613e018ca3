/**
 * Records every change of an attempt that has already ended, whoever makes it, in the table
 * `public.changed_after_end`.
 */
export const NOTE_CHANGES_AFTER_END = `
  CREATE TABLE public.changed_after_end (id text, was jsonb, became jsonb);
  CREATE FUNCTION public.note_change_after_end() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
  BEGIN
    INSERT INTO public.changed_after_end VALUES (OLD.id, to_jsonb(OLD), to_jsonb(NEW));
    RETURN NULL;
  END $$;
  CREATE TRIGGER zz_note_change_after_end AFTER UPDATE ON callboard."AgentJobExecution" FOR EACH ROW
    WHEN (OLD."completedAt" IS NOT NULL AND (OLD.status, OLD.result, OLD.error, OLD.metrics, OLD."completedAt", OLD."statusCode", OLD."responseBody")
      IS DISTINCT FROM (NEW.status, NEW.result, NEW.error, NEW.metrics, NEW."completedAt", NEW."statusCode", NEW."responseBody"))
    EXECUTE FUNCTION public.note_change_after_end();`;

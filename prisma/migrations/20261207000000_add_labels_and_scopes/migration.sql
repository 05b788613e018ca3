-- Words by which schedules are filtered and API tokens are limited.
ALTER TABLE "Schedule" ADD COLUMN labels text[] NOT NULL DEFAULT '{}';

-- What a token is limited to; null: it is not limited. A server of the previous version does not read this column. It looks a token up by
-- the hash alone, which it would not find with the prefix that limited tokens have, so it refuses them.
ALTER TABLE "ApiToken" ADD COLUMN scope jsonb;
ALTER TABLE "ApiToken" ADD CONSTRAINT "ApiToken_scope_check"
  CHECK ((scope IS NOT NULL) = starts_with("tokenHash", 'scoped:') AND (scope IS NULL OR role <> 'admin'));

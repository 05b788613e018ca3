-- "allow" used to close every table that it did not name as soon as it named one. It only opens now; "only" closes.
-- Policies that named a table keep what they closed: "only" takes the tables that "allow" names, alone or with a column.
UPDATE "AgentConfig" AS c
SET value = jsonb_set(c.value, '{only}', lists.tables), "updatedAt" = now()
FROM (
  SELECT policy.key, jsonb_agg(DISTINCT split_part(trim(entry.name), '.', 1)) AS tables
  FROM (
    SELECT key, CASE WHEN jsonb_typeof(value) = 'object' AND jsonb_typeof(value -> 'allow') = 'array' AND NOT value ? 'only'
                     THEN value -> 'allow' ELSE '[]' END AS allow
    FROM "AgentConfig" WHERE key = 'dataSources'
  ) AS policy, jsonb_array_elements_text(policy.allow) AS entry(name)
  GROUP BY policy.key
  HAVING bool_or(strpos(entry.name, '.') = 0)
) AS lists
WHERE c.key = lists.key;

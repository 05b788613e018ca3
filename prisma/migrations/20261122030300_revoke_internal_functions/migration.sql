-- For the engine and the server alone: an agent's login has no use for them.
REVOKE EXECUTE ON FUNCTION database_origin() FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION has_open_jobs(text) FROM PUBLIC;

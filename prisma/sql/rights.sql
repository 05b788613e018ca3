-- Applied last. A role can execute a function only if a file here grants it. Triggers need no grant.
REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA callboard FROM PUBLIC;

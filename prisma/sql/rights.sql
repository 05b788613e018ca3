-- Applied last. Nobody may execute a function unless a file here grants it. Triggers need no such right.
REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA callboard FROM PUBLIC;

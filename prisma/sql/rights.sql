-- Applied last: nobody may execute a function that no file here grants, and triggers need no such right.
REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA callboard FROM PUBLIC;

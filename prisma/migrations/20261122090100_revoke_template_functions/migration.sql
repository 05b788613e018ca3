-- Triggers run them; an agent's login has no use for them.
REVOKE EXECUTE ON FUNCTION take_template_target() FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION give_template_target() FROM PUBLIC;

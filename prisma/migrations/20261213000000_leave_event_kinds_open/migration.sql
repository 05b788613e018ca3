-- A new kind of event needs no migration: triggers write it, and servers that do not know it skip it.
ALTER TABLE outbox DROP CONSTRAINT outbox_kind_check;

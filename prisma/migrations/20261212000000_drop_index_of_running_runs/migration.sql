-- ScheduleExecution_runStatus_id_idx answers the same questions, and each run wrote an entry into both.
DROP INDEX "ScheduleExecution_running_idx";

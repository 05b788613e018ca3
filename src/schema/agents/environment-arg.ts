import { AgentEnvironment } from './agent-enums.js';

/** Shared by triggers and schedules. */
export const environmentArg = {
  type: AgentEnvironment,
  description:
    'Environment whose deployed agent versions are called. If none is deployed there, the production version is called, otherwise the agent’s own version. Defaults to `PRODUCTION`, or for a trigger to that of the schedule.',
};

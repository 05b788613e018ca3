import { AgentEnvironment } from '../types/enums.js';

/** Of triggers and schedules. */
export const environmentArg = {
  type: AgentEnvironment,
  description:
    'The environment whose agent versions are called: the version deployed there, else the one in production, else the agent’s own. Default PRODUCTION, or that of the schedule.',
};

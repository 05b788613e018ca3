/** The whole schema: each file adds its part to the builder. */
import './scalars.js';
import './agent-mutations.js';
import './api-token.js';
import './execution-mutations.js';
import './pipeline-contexts.js';
import './pipeline-graph.js';
import './pipeline-mutations.js';
import './preview.js';
import './schedule-mutations.js';
import './scheduler-config.js';
import './subscription.js';
import './viewer.js';
import './worker.js';
import { builder } from './builder.js';

export const schema = builder.toSchema();

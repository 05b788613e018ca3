import { enumOf } from '../types/enum-of.js';

export const WorkerState = enumOf('WorkerState', 'State of a worker.', {
  alive: 'Registered, with no work yet.',
  idle: 'Calling no agents.',
  busy: 'Calling agents.',
  dead: 'Stopped, or its lease expired.',
});

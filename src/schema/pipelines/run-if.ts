import type { RunIf as RunIfName } from '../../domain/pipeline/pipeline.js';
import { enumOf } from '../types/enum-of.js';

export const RunIf = enumOf<RunIfName>(
  'RunIf',
  'Which outcomes of its dependencies a step requires. If they can no longer occur, the step is skipped. A skipped dependency counts as done, but neither as success nor as failure.',
  {
    all_succeeded: 'All dependencies completed.',
    all_done: 'All dependencies ended, in any way.',
    any_succeeded: 'At least one dependency completed.',
    any_failed: 'At least one dependency failed.',
  },
);

import { DecisionView } from '../../../components/facts/decision-panel.js';
import type { ExecutionDetail } from './shown-execution.js';

/** Why the run was due at its time. */
export function DecisionTab({ execution }: { execution: ExecutionDetail }) {
  return (
    <div className="max-w-2xl px-4 py-4 md:px-6">
      <DecisionView
        decision={execution.decision}
        reason={execution.why}
        source={execution.source}
        zone={execution.schedule?.timezone}
      />
    </div>
  );
}

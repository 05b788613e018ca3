import { CodeBlock } from '../../../components/code/code-block.js';
import { ExpansionPanel } from '../form/expansion-panel.js';
import { Panel } from '../form/panel.js';
import type { ShownSchedule } from './shown-schedule.js';

/** The params of the schedule, and the jobs that they would create now. */
export function ParamsTab({ schedule: { params, targetType } }: { schedule: ShownSchedule }) {
  const text = JSON.stringify(params ?? {}, null, 2);
  return (
    <div className="grid items-start gap-4 px-4 py-4 md:px-6 xl:grid-cols-2">
      <Panel label="Params">
        {text === '{}' ? (
          <p>No params: the target is called with an empty object.</p>
        ) : (
          <CodeBlock label="params as JSON" value={text} className="bg-surface text-ink" />
        )}
        <p className="text-xs">
          A string such as <code className="font-mono">db:Table:all:column</code> is a data source: a run
          creates one call for each value it returns.
        </p>
      </Panel>
      <ExpansionPanel params={text} isPipeline={targetType === 'PIPELINE'} />
    </div>
  );
}

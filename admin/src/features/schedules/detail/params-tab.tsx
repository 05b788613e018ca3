import { CodeBlock } from '../../../components/code/code-block.js';
import { Panel } from '../form/panel.js';
import { ExpansionPanel } from '../form/params/expansion-panel.js';
import { useSourceExample } from '../form/params/source-example.js';
import { common } from '../texts/common.js';
import { texts } from '../texts/detail.js';
import type { ShownSchedule } from './shown-schedule.js';

const t = texts.params;

/** The params of the schedule, and the jobs that they would create now. */
export function ParamsTab({ schedule: { params, targetType } }: { schedule: ShownSchedule }) {
  const { example } = useSourceExample();
  const text = JSON.stringify(params ?? {}, null, 2);
  return (
    <div className="grid grid-cols-1 items-start gap-4 px-4 py-4 md:px-6 xl:grid-cols-2">
      <Panel label={common.params}>
        {text === '{}' ? (
          <p>{t.empty}</p>
        ) : (
          <CodeBlock label={t.json} value={text} className="bg-surface text-ink" />
        )}
        <p className="text-xs">
          {t.sources(<code className="font-mono [overflow-wrap:anywhere]">{example}</code>)}
        </p>
      </Panel>
      <ExpansionPanel params={text} isPipeline={targetType === 'PIPELINE'} />
    </div>
  );
}

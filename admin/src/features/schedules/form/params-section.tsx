import { texts } from '../texts/form.js';
import { ParamsField } from './params/params-field.js';
import type { SectionProps } from './section-props.js';

const t = texts.params;

const PREFIX = 'db:';
const EXAMPLE = '"db:ticker:all:id?enabled=true&batchSize=10&staggerDelay=1s"';

/** The params of the target. Data sources in them create many jobs. */
export function ParamsSection({
  draft: { params, targetType, agentId, pipelineId, runsTemplate },
  change,
}: SectionProps) {
  return (
    <div className="border-t pt-3">
      <ParamsField
        value={params}
        onChange={(text) => change({ params: text })}
        agentId={!runsTemplate && targetType === 'AGENT' ? agentId : null}
        pipelineId={!runsTemplate && targetType === 'PIPELINE' ? pipelineId : null}
        hint={t.hint(
          <code className="font-mono">{EXAMPLE}</code>,
          <code className="font-mono">{PREFIX}</code>,
        )}
      />
    </div>
  );
}

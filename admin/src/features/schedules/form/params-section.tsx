import { Fragment } from 'react';
import { texts } from '../texts/form.js';
import { ParamsField } from './params/params-field.js';
import { useSourceExample } from './params/source-example.js';
import type { SectionProps } from './section-props.js';

const t = texts.params;

const OPTIONS = '?batchSize=10&staggerDelay=1s';

/** The params of the target. Data sources in them create many jobs. */
export function ParamsSection({
  draft: { params, targetType, agentId, pipelineId, runsTemplate },
  change,
}: SectionProps) {
  const { example, prefixes } = useSourceExample();
  return (
    <div className="border-t pt-3">
      <ParamsField
        value={params}
        onChange={(text) => change({ params: text })}
        agentId={!runsTemplate && targetType === 'AGENT' ? agentId : null}
        pipelineId={!runsTemplate && targetType === 'PIPELINE' ? pipelineId : null}
        hint={t.hint(
          <code className="font-mono [overflow-wrap:anywhere]">{`"${example}${OPTIONS}"`}</code>,
          prefixes.map((prefix, index) => (
            <Fragment key={prefix}>
              {index > 0 && t.or}
              <code className="font-mono">{prefix}</code>
            </Fragment>
          )),
        )}
      />
    </div>
  );
}

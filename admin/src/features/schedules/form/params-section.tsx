import { FieldGroup } from '../../../components/forms/form.js';
import { ParamsField } from './params-field.js';
import type { SectionProps } from './section-props.js';

const EXAMPLE = '"db:ticker:all:id?enabled=true&batchSize=10&staggerDelay=1s"';

/** The params of the target. Data sources in them create many jobs. */
export function ParamsSection({
  draft: { params, targetType, agentId, runsTemplate },
  change,
}: SectionProps) {
  return (
    <FieldGroup legend="Parameters">
      <ParamsField
        value={params}
        onChange={(text) => change({ params: text })}
        agentId={!runsTemplate && targetType === 'AGENT' ? agentId : null}
        hint={
          <>
            A JSON object. A string such as <code className="font-mono">{EXAMPLE}</code> creates one job for
            each row. Type <code className="font-mono">db:</code> to see tables and columns.
          </>
        }
      />
    </FieldGroup>
  );
}

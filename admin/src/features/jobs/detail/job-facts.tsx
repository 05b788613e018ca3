import { Link } from '@tanstack/react-router';
import {
  FactItem,
  FactLine,
  FactLink,
  PipelineFact,
  ScheduleFact,
} from '../../../components/facts/fact-item.js';
import { ShortId } from '../../../components/facts/short-id.js';
import { linkTo } from '../../../lib/link-to.js';
import { texts } from '../texts.js';
import type { JobAttempt } from './shown-attempt.js';

const t = texts.facts;

/** The objects that the job belongs to. */
export function JobFacts({ job }: { job: JobAttempt }) {
  const { agentId, agentVersion, agent, scheduleExecutionId, scheduleExecution, traceId } = job;
  const { pipelineId, contextId, turn, contextRetry, batchIndex, priority, requirements } = job;
  const schedule = scheduleExecution?.schedule;
  const pipeline = scheduleExecution?.pipeline;
  return (
    <FactLine label={t.details} className="px-4 py-3 md:px-6">
      <FactItem label={t.run}>
        <FactLink {...linkTo.run(scheduleExecutionId)}>…{scheduleExecutionId.slice(-8)}</FactLink>
      </FactItem>
      <FactItem label={t.agent}>
        {agent ? <FactLink {...linkTo.agent(agentId)}>{agent.name}</FactLink> : t.deletedAgent(agentId)}
        {agentVersion && <span className="text-muted"> {agentVersion}</span>}
      </FactItem>
      {schedule && <ScheduleFact id={schedule.id} name={schedule.name} />}
      {pipelineId && <PipelineFact id={pipelineId} name={pipeline?.name} />}
      {contextId && (
        <FactItem label={t.context}>
          <Link
            {...linkTo.run(scheduleExecutionId)}
            search={{ context: contextId }}
            className="font-mono text-xs hover:underline"
          >
            …{contextId.slice(-8)}
          </Link>
        </FactItem>
      )}
      {turn > 0 && <FactItem label={t.turn}>{turn + 1}</FactItem>}
      {contextRetry > 0 && <FactItem label={t.contextRestarts}>{t.times(contextRetry)}</FactItem>}
      {!contextId && (scheduleExecution?.batches ?? 0) > 1 && (
        <FactItem label={t.batch}>{t.batchOf(batchIndex + 1, scheduleExecution?.batches)}</FactItem>
      )}
      {priority !== 0 && <FactItem label={t.priority}>{priority}</FactItem>}
      {requirements != null && (
        <FactItem label={t.requirements}>
          <span className="font-mono text-xs">{JSON.stringify(requirements)}</span>
        </FactItem>
      )}
      <FactItem label={texts.common.trace}>
        <ShortId id={traceId} label={t.traceId} />
      </FactItem>
    </FactLine>
  );
}

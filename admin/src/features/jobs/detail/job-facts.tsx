import { Link } from '@tanstack/react-router';
import { FactItem, FactLink, PipelineFact, ScheduleFact } from '../../../components/facts/fact-item.js';
import { ShortId } from '../../../components/facts/short-id.js';
import { linkTo } from '../../../lib/link-to.js';
import type { JobAttempt } from './shown-attempt.js';

/** The objects that the job belongs to. */
export function JobFacts({ job }: { job: JobAttempt }) {
  const { agentId, agentVersion, agent, scheduleExecutionId, scheduleExecution, traceId } = job;
  const { pipelineId, contextId, turn, contextRetry, batchIndex, priority, requirements } = job;
  const schedule = scheduleExecution?.schedule;
  const pipeline = scheduleExecution?.pipeline;
  return (
    <dl aria-label="Details" className="flex flex-wrap gap-x-8 gap-y-2 px-4 py-3 md:px-6">
      <FactItem label="Run">
        <FactLink {...linkTo.run(scheduleExecutionId)}>…{scheduleExecutionId.slice(-8)}</FactLink>
      </FactItem>
      <FactItem label="Agent">
        {agent ? <FactLink {...linkTo.agent(agentId)}>{agent.name}</FactLink> : `${agentId} (deleted)`}
        {agentVersion && <span className="text-muted"> {agentVersion}</span>}
      </FactItem>
      {schedule && <ScheduleFact id={schedule.id} name={schedule.name} />}
      {pipelineId && <PipelineFact id={pipelineId} name={pipeline?.name} />}
      {contextId && (
        <FactItem label="Context">
          <Link
            {...linkTo.run(scheduleExecutionId)}
            search={{ context: contextId }}
            className="font-mono text-xs hover:underline"
          >
            …{contextId.slice(-8)}
          </Link>
        </FactItem>
      )}
      {turn > 0 && <FactItem label="Turn">{turn + 1}</FactItem>}
      {contextRetry > 0 && <FactItem label="Context restarts">{contextRetry}×</FactItem>}
      {!contextId && (scheduleExecution?.batches ?? 0) > 1 && (
        <FactItem label="Batch">
          {batchIndex + 1} of {scheduleExecution?.batches}
        </FactItem>
      )}
      {priority !== 0 && <FactItem label="Priority">{priority}</FactItem>}
      {requirements != null && (
        <FactItem label="Requirements">
          <span className="font-mono text-xs">{JSON.stringify(requirements)}</span>
        </FactItem>
      )}
      <FactItem label="Trace">
        <ShortId id={traceId} label="trace id" />
      </FactItem>
    </dl>
  );
}

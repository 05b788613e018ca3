import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ShortId } from '../../../components/short-id.js';
import type { JobAttempt } from './shown-attempt.js';

/** What the job belongs to. */
export function JobFacts({ job }: { job: JobAttempt }) {
  const { agentId, agentVersion, agent, scheduleExecutionId, scheduleExecution, traceId } = job;
  const { pipelineId, contextId, turn, contextRetry, batchIndex, priority, requirements } = job;
  const schedule = scheduleExecution?.schedule;
  const pipeline = scheduleExecution?.pipeline;
  return (
    <dl aria-label="What it belongs to" className="flex flex-wrap gap-x-8 gap-y-2 px-4 py-3 md:px-6">
      <Fact label="Execution">
        <Path to={`/executions/${scheduleExecutionId}`}>…{scheduleExecutionId.slice(-8)}</Path>
      </Fact>
      <Fact label="Agent">
        {agent ? (
          <Path to={`/agents/${encodeURIComponent(agentId)}`}>{agent.name}</Path>
        ) : (
          `${agentId} (deleted)`
        )}
        {agentVersion && <span className="text-muted"> {agentVersion}</span>}
      </Fact>
      {schedule && (
        <Fact label="Schedule">
          <Path to={`/scheduler/schedules/${schedule.id}`}>{schedule.name}</Path>
        </Fact>
      )}
      {pipelineId && (
        <Fact label="Pipeline">
          {pipeline ? <Path to={`/scheduler/pipelines/${pipelineId}`}>{pipeline.name}</Path> : 'deleted'}
        </Fact>
      )}
      {contextId && (
        <Fact label="Context">
          <Link
            to={`/executions/${scheduleExecutionId}` as never}
            search={{ context: contextId } as never}
            className="font-mono text-xs hover:underline"
          >
            …{contextId.slice(-8)}
          </Link>
        </Fact>
      )}
      {turn > 0 && <Fact label="Turn">{turn + 1}</Fact>}
      {contextRetry > 0 && <Fact label="Context begun anew">{contextRetry}×</Fact>}
      {!contextId && (scheduleExecution?.batches ?? 0) > 1 && (
        <Fact label="Batch">
          {batchIndex + 1} of {scheduleExecution?.batches}
        </Fact>
      )}
      {priority !== 0 && <Fact label="Priority">{priority}</Fact>}
      {requirements != null && (
        <Fact label="Needs">
          <span className="font-mono text-xs">{JSON.stringify(requirements)}</span>
        </Fact>
      )}
      <Fact label="Trace">
        <ShortId id={traceId} label="trace id" />
      </Fact>
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex max-w-full min-w-0 flex-col">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="min-w-0 truncate">{children}</dd>
    </div>
  );
}

function Path({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to as never} className="font-medium hover:underline">
      {children}
    </Link>
  );
}

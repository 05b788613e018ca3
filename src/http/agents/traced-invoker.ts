import { withinSpan } from '../../runtime/telemetry/current-span.js';
import { isTraceId, spanIdOf } from '../../runtime/telemetry/trace-id.js';
import type { Span, Tracing } from '../../runtime/telemetry/tracing.js';
import type { Invocation, InvokedAgent } from './invocation.js';
import type { Answer, Invoker } from './invoke.js';

/** An invoker whose requests are spans, children of the span of their run. Agents get the header of that span. */
export function traceInvoker(invoker: Invoker, tracing: Tracing): Invoker {
  return {
    ...invoker,
    async invoke(invocation, options) {
      if (!isTraceId(invocation.metadata.traceId)) return invoker.invoke(invocation, options);
      const span = beginRequest(tracing, invocation);
      const answer = await withinSpan(span.traceparent, () =>
        invoker.invoke({ ...invocation, traceparent: span.traceparent }, options),
      );
      endRequest(span, answer);
      return answer;
    },
  };
}

function beginRequest(tracing: Tracing, invocation: Invocation): Span {
  const { agent, metadata } = invocation;
  const { scheduleExecutionId } = metadata;
  return tracing.begin({
    // The id of an agent stands for its address, as a route does in the name of a server's span.
    name: `${agent.method} ${agent.id}`,
    kind: 'client',
    traceId: metadata.traceId,
    ...(scheduleExecutionId !== undefined && { parentId: spanIdOf(scheduleExecutionId) }),
    attributes: {
      ...addressOf(agent),
      'http.request.resend_count': metadata.retryCount > 0 ? metadata.retryCount : undefined,
      'callboard.agent.id': agent.id,
      'callboard.agent.version': agent.version,
      'callboard.run.id': scheduleExecutionId,
      'callboard.schedule.id': metadata.scheduleId,
      'callboard.pipeline.id': metadata.pipelineId,
      'callboard.step.id': metadata.pipelineStepId,
      'callboard.context.id': metadata.contextId,
      'callboard.turn': metadata.turn,
      'callboard.job.id': invocation.jobId,
      'callboard.attempt.id': invocation.executionId,
      'callboard.redelivery': invocation.redelivery || undefined,
    },
  });
}

function endRequest(span: Span, { outcome, statusCode }: Answer): void {
  const failure = outcome.kind === 'failed' ? outcome.error : undefined;
  span.end({
    attributes: {
      'http.response.status_code': statusCode ?? undefined,
      'callboard.outcome': outcome.kind,
      'error.type': failure?.code,
    },
    error: failure?.message,
  });
}

type Address = Record<string, string | number>;

const addresses = new WeakMap<InvokedAgent, Address>();

/** Without query and credentials, which may be secret. */
function addressOf(agent: InvokedAgent): Address {
  const known = addresses.get(agent) ?? readAddress(agent);
  addresses.set(agent, known);
  return known;
}

function readAddress({ method, url }: InvokedAgent): Address {
  if (!URL.canParse(url)) return { 'http.request.method': method };
  const { protocol, hostname, port, origin, pathname } = new URL(url);
  return {
    'http.request.method': method,
    'url.full': origin + pathname,
    'server.address': hostname,
    'server.port': Number(port || (protocol === 'https:' ? 443 : 80)),
  };
}

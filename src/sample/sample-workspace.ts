/** The content of the sample workspace: agents in this process, a pipeline, and schedules that call both. */

/** The reference's own agents. */
export const SAMPLE_AGENT_IDS = [
  'data-collection',
  'query-strategy',
  'analysis',
  'content-generation',
] as const;
export type SampleAgentId = (typeof SAMPLE_AGENT_IDS)[number];

const perTicker = (more: object = {}) => ({
  type: 'object',
  required: ['tickerId'],
  properties: { tickerId: { type: 'string', minLength: 1, maxLength: 12, examples: ['AAPL'] }, ...more },
});

const descriptions: Record<SampleAgentId, { name: string; description: string; inputSchema: object }> = {
  'data-collection': {
    name: 'Data Collection',
    description: 'Sample agent: answers at once.',
    inputSchema: perTicker({ source: { enum: ['news', 'filings'] } }),
  },
  'query-strategy': {
    name: 'Query Strategy',
    description: 'Sample agent: accepts with 202 and reports by callback.',
    inputSchema: perTicker({ refreshEntityGraph: { type: 'boolean' } }),
  },
  analysis: {
    name: 'Analysis',
    description: 'Sample agent: accepts with 202 and reports by SQL, from a login of its own.',
    inputSchema: perTicker(),
  },
  'content-generation': {
    name: 'Content Generation',
    description: 'Sample agent: fails now and then, and says that another try may help.',
    inputSchema: perTicker(),
  },
};

/** The URL of the agent below `origin`. */
export function sampleAgentUrl(origin: string, id: SampleAgentId): string {
  return `${origin}/agents/${id}/run`;
}

/** Input of `registerAgent`. */
export function sampleAgent(id: SampleAgentId, origin: string) {
  return {
    id,
    ...descriptions[id],
    version: '1.0.0',
    endpoint: { type: 'http', url: sampleAgentUrl(origin, id), timeout: '30s' },
    attemptTimeout: '2m',
    metadata: { sample: true },
  };
}

/** Input of `createPipeline`: the reference's example. Each ticker's steps run one after the other. */
export const SAMPLE_PIPELINE = {
  key: 'newsletter',
  name: 'Newsletter Generation Pipeline',
  description: 'Collects the news of a ticker, analyzes it and writes a newsletter.',
  steps: [
    { stepId: 'collect', agentId: 'data-collection', parallel: false },
    { stepId: 'analyze', agentId: 'analysis', dependsOn: ['collect'], parallel: false },
    {
      stepId: 'generate',
      agentId: 'content-generation',
      dependsOn: ['analyze'],
      parallel: false,
      retryConfig: { maxRetries: 5, backoff: 'exponential', delay: '1s' },
    },
  ] satisfies { agentId: SampleAgentId; [field: string]: unknown }[],
};

const repeating = { repeat: 'repeating', targetType: 'agent' };

/**
 * Inputs of `createSchedule`. The first three are the reference's examples; the others keep something
 * running.
 */
export function sampleSchedules(now: Date, pipelineId: string) {
  return [
    {
      ...repeating,
      key: 'daily-newsletter',
      name: 'Daily Newsletter for All Tickers',
      description: 'Runs the pipeline at 8 AM for each ticker that has a newsletter, five at a time.',
      cronExpression: '0 8 * * *',
      targetType: 'pipeline',
      pipelineId,
      params: { tickerId: 'db:ticker:all:id?newsletter=true&batchSize=5&staggerDelay=2000' },
    },
    {
      ...repeating,
      key: 'weekly-entity-graph',
      name: 'Weekly Entity Graph Refresh',
      description: 'Runs on Sundays at 2 AM for each enabled ticker, in batches of ten.',
      cronExpression: '0 2 * * 0',
      agentId: 'query-strategy',
      params: {
        tickerId: 'db:ticker:all:id?enabled=true&batchSize=10&staggerDelay=1000',
        refreshEntityGraph: true,
      },
    },
    {
      key: 'collect-aapl-once',
      name: 'One-time Data Collection for AAPL',
      description: 'Runs once, two minutes after the sample was loaded.',
      repeat: 'once',
      startAt: new Date(now.getTime() + 120_000),
      targetType: 'agent',
      agentId: 'data-collection',
      params: { tickerId: 'db:ticker:AAPL:id', source: 'news' },
    },
    {
      ...repeating,
      key: 'news-every-minute',
      name: 'News Every Minute',
      description: 'Runs for twelve tickers in batches of four, so that there is always something to see.',
      cronExpression: '* * * * *',
      agentId: 'data-collection',
      params: {
        tickerId: 'db:ticker:all:id?enabled=true&limit=12&batchSize=4&staggerDelay=1s',
        source: 'news',
      },
    },
    {
      ...repeating,
      key: 'sentiment-every-five-minutes',
      name: 'Sentiment Every Five Minutes',
      description: 'Runs for ten tickers that have a newsletter. The agent reports by SQL.',
      cronExpression: '*/5 * * * *',
      agentId: 'analysis',
      params: { tickerId: 'db:ticker:all:id?newsletter=true&limit=10&batchSize=5' },
    },
    {
      ...repeating,
      key: 'drafts-every-five-minutes',
      name: 'Drafts Every Five Minutes',
      description:
        'Runs for ten tickers that have a newsletter. The agent fails now and then, and its jobs are retried.',
      cronExpression: '2-59/5 * * * *',
      agentId: 'content-generation',
      params: { tickerId: 'db:ticker:all:id?newsletter=true&limit=10&batchSize=5' },
      retryConfig: { maxRetries: 4, backoff: 'exponential', delay: '1s' },
    },
    {
      ...repeating,
      key: 'newsletters-every-two-minutes',
      name: 'Newsletters Every Two Minutes',
      description:
        'Runs the pipeline for six tickers, three at a time. The first run starts after 15 seconds.',
      interval: '2m',
      startAt: new Date(now.getTime() + 15_000),
      targetType: 'pipeline',
      pipelineId,
      params: { tickerId: 'db:ticker:all:id?newsletter=true&limit=6&batchSize=3&staggerDelay=1s' },
    },
  ];
}

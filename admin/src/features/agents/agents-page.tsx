import { ActionButton, useCreateAction } from '../../components/entity-actions.js';
import { DataTable } from '../../components/lists/data-table.js';
import { type Filter, FilterBar } from '../../components/lists/filter-bar.js';
import { useSort } from '../../components/lists/use-sort.js';
import { PageHeader } from '../../components/page-header.js';
import { useLiveList } from '../../lib/graphql/use-live-list.js';
import { useLiveQuery } from '../../lib/graphql/use-live-query.js';
import { linkTo } from '../../lib/link-to.js';
import { optionsOf } from '../../lib/options-of.js';
import { choiceOf, choicesOf, given, useUrlState } from '../../lib/url-state.js';
import { AGENT_COLUMNS } from './agent-columns.js';
import { AgentListDocument, AgentLoadsDocument } from './agents.generated.js';
import { texts } from './texts/common.js';

const t = texts.list;

const FILTERS: readonly Filter[] = [
  { param: 'health', label: texts.common.health, isMultiple: true, options: optionsOf(texts.health) },
  { param: 'enabled', label: t.state, options: optionsOf(texts.states) },
];

const ENDED = new Set(['SUCCEEDED', 'PARTIAL', 'FAILED', 'CANCELLED']);

/** `/agents`: all agents with their health and success rates. */
export function AgentsPage() {
  const [{ q, health, enabled }] = useUrlState();
  const sort = useSort(['NAME', 'CREATED_AT'], { field: 'NAME', direction: 'ASC' });
  const state = choiceOf(enabled, texts.states);
  const filter = given({
    search: q,
    healthStatus: choicesOf(health, texts.health),
    enabled: state && state === 'true',
  });
  const isFiltered = Object.keys(filter).length > 0;
  const variables = { filter, orderBy: sort.orderBy };
  const list = useLiveList(AgentListDocument, {
    variables,
    connection: (data) => data.agents,
    // A patch shows the new health, but not whether the agent still matches the filter. Success rates
    // change when runs end.
    refetchOn: {
      agent: isFiltered ? 'any' : 'list',
      execution: ({ status, previousStatus }) => status !== previousStatus && ENDED.has(status),
    },
  });
  // For the first hundred agents, through the cache that the list uses.
  useLiveQuery(AgentLoadsDocument, { variables, refetchOn: { agent: 'any', execution: 'any' } });

  const register = useCreateAction(texts.common.agents, texts.common.register, { to: '/agents/new' });

  return (
    <>
      <PageHeader
        title={texts.common.agents}
        actions={<ActionButton action={register} variant="primary" />}
      />
      <FilterBar search={t.search} filters={FILTERS} />
      <DataTable
        label={texts.common.agents}
        list={list}
        columns={AGENT_COLUMNS}
        sort={sort}
        rowLabel={({ name }) => name}
        link={({ id }) => linkTo.agent(id)}
        isFiltered={isFiltered}
        empty={{
          title: t.empty,
          children: t.emptyHint,
          example: EXAMPLE,
          exampleLabel: t.example,
          action: <ActionButton action={register} variant="primary" />,
        }}
      />
    </>
  );
}

const EXAMPLE = `// hello-agent.mjs, started by: node hello-agent.mjs
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';

createServer(async (request, response) => {
  response.setHeader('content-type', 'application/json');
  if (request.method === 'GET') {
    return response.end('{"status": "healthy", "version": "1.0.0"}');
  }
  const { jobId, params } = await json(request);
  console.log('job', jobId, params);
  const result = { greeting: \`Hello, \${params.name ?? 'world'}\` };
  response.end(JSON.stringify({ status: 'completed', result }));
}).listen(4100, () => console.log('http://127.0.0.1:4100/run'));`;

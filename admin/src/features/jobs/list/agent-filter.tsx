import { useClient } from 'urql';
import { Combobox } from '../../../components/combobox.js';
import { useUrlState } from '../../../lib/url-state.js';
import { JobAgentsDocument } from '../jobs.generated.js';

/** `?agent=<id>`: of one agent. */
export function AgentFilter() {
  const [{ agent }, change] = useUrlState();
  const client = useClient();
  return (
    <div className="w-full sm:w-44">
      <Combobox
        aria-label="Agent"
        placeholder="Agent"
        emptyText="No agent is called that."
        chosen={agent ? { value: agent, label: agent } : null}
        onChoose={(choice) => change({ agent: choice?.value })}
        search={async (search) => {
          const found = await client.query(JobAgentsDocument, { search: search || null }).toPromise();
          if (!found.data) throw found.error ?? new Error('nothing was read');
          return found.data.agents.edges.map(({ node: { id, name } }) => ({
            value: id,
            label: name,
            ...(name !== id && { detail: id }),
          }));
        }}
      />
    </div>
  );
}

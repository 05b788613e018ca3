import { useClient } from 'urql';
import { type Choice, Combobox } from '../../components/combobox.js';
import { useUrlState } from '../../lib/url-state.js';
import { useLiveQuery } from '../../lib/use-live-query.js';
import { DeadLetterChoicesDocument, DeadLetterChosenDocument } from './dead-letters.generated.js';

const KINDS = {
  agent: { label: 'Agent', field: 'agents' },
  schedule: { label: 'Schedule', field: 'schedules' },
  pipeline: { label: 'Pipeline', field: 'pipelines' },
} as const;

export type ChoiceParam = keyof typeof KINDS;

/** `?agent=…`, `?schedule=…` or `?pipeline=…`: of one of them, which is found by a part of its name. */
export function ChoiceFilter({ param }: { param: ChoiceParam }) {
  const [state, change] = useUrlState();
  const client = useClient();
  const id = state[param];
  const { data } = useLiveQuery(DeadLetterChosenDocument, {
    variables: { agentId: id ?? '', scheduleId: id ?? '', pipelineId: id ?? '' },
    pause: !id,
  });
  const { label, field } = KINDS[param];
  const chosen: Choice | null = id ? { value: id, label: data?.[param]?.name ?? id } : null;
  return (
    <div className="w-full sm:w-40">
      <Combobox
        aria-label={label}
        placeholder={label}
        emptyText={`No ${param} is called that.`}
        chosen={chosen}
        onChoose={(choice) => change({ [param]: choice?.value })}
        search={async (search) => {
          const found = await client.query(DeadLetterChoicesDocument, { search: search || null }).toPromise();
          if (!found.data) throw found.error ?? new Error('nothing was read');
          return found.data[field].edges.map(({ node }) => ({ value: node.id, label: node.name }));
        }}
      />
    </div>
  );
}

import { useClient } from 'urql';
import { useUrlState } from '../lib/url-state.js';
import { useLiveQuery } from '../lib/use-live-query.js';
import { ChoiceFilterChosenDocument, ChoiceFilterOptionsDocument } from './choice-filter.generated.js';
import { Combobox } from './combobox.js';

const LABELS = { agent: 'Agent', schedule: 'Schedule', pipeline: 'Pipeline' } as const;

/** `?agent=…`, `?schedule=…` or `?pipeline=…` of a list: of one of them, which is found by a part of its name. */
export function ChoiceFilter({ param }: { param: keyof typeof LABELS }) {
  const [state, change] = useUrlState();
  const client = useClient();
  const id = state[param];
  const only = { agent: param === 'agent', schedule: param === 'schedule', pipeline: param === 'pipeline' };
  const { data } = useLiveQuery(ChoiceFilterChosenDocument, {
    variables: { id: id ?? '', ...only },
    pause: !id,
  });
  const known = data?.[param];
  return (
    <div className="w-full sm:w-44">
      <Combobox
        size="sm"
        aria-label={LABELS[param]}
        placeholder={LABELS[param]}
        emptyText={`No ${param} matches.`}
        chosen={id ? { value: id, label: known?.id === id ? known.name : id } : null}
        onChoose={(choice) => change({ [param]: choice?.value })}
        search={async (search) => {
          const asked = { search: search || null, ...only };
          const found = await client.query(ChoiceFilterOptionsDocument, asked).toPromise();
          const edges = found.data?.[param]?.edges;
          if (!edges) throw found.error ?? new Error('request failed');
          return edges.map(({ node }) => ({ value: node.id, label: node.name }));
        }}
      />
    </div>
  );
}

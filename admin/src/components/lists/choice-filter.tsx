import { useLiveQuery } from '../../lib/graphql/use-live-query.js';
import { useUrlState } from '../../lib/url-state.js';
import { Combobox } from '../forms/combobox.js';
import { EntityNameDocument } from '../forms/entity-search.generated.js';
import { useEntitySearch } from '../forms/entity-search.js';

const LABELS = { agent: 'Agent', schedule: 'Schedule', pipeline: 'Pipeline' } as const;

/** The filter `?agent=…`, `?schedule=…` or `?pipeline=…` of a list. The object is found by a part of its name. */
export function ChoiceFilter({ param }: { param: keyof typeof LABELS }) {
  const [state, change] = useUrlState();
  const search = useEntitySearch(param);
  const id = state[param];
  const { data } = useLiveQuery(EntityNameDocument, {
    variables: {
      id: id ?? '',
      agent: param === 'agent',
      schedule: param === 'schedule',
      pipeline: param === 'pipeline',
    },
    pause: !id,
  });
  const known = data?.[param];
  return (
    <div className="min-w-28 flex-1 sm:w-44 sm:flex-none">
      <Combobox
        {...search}
        size="sm"
        aria-label={LABELS[param]}
        placeholder={LABELS[param]}
        chosen={id ? { value: id, label: known?.id === id ? known.name : id } : null}
        onChoose={(choice) => change({ [param]: choice?.value })}
      />
    </div>
  );
}

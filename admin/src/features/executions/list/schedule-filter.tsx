import { useClient } from 'urql';
import { Combobox } from '../../../components/combobox.js';
import { useUrlState } from '../../../lib/url-state.js';
import { useLiveQuery } from '../../../lib/use-live-query.js';
import { ExecutionScheduleDocument, ExecutionSchedulesDocument } from '../executions.generated.js';

/** `?schedule=<id>`: of one schedule. */
export function ScheduleFilter() {
  const [{ schedule }, change] = useUrlState();
  const client = useClient();
  const { data } = useLiveQuery(ExecutionScheduleDocument, {
    variables: { id: schedule ?? '' },
    pause: !schedule,
  });
  const name = schedule && data?.schedule?.id === schedule ? data.schedule.name : schedule;
  return (
    <div className="w-full sm:w-48">
      <Combobox
        aria-label="Schedule"
        placeholder="Schedule"
        emptyText="No schedule is called that."
        chosen={schedule ? { value: schedule, label: name ?? schedule } : null}
        onChoose={(choice) => change({ schedule: choice?.value })}
        search={async (search) => {
          const found = await client
            .query(ExecutionSchedulesDocument, { search: search || null })
            .toPromise();
          if (!found.data) throw found.error ?? new Error('nothing was read');
          return found.data.schedules.edges.map(({ node }) => ({ value: node.id, label: node.name }));
        }}
      />
    </div>
  );
}

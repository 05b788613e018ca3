import { Link } from '@tanstack/react-router';
import { EmptyState } from '../../components/states.js';

const EXAMPLE = `mutation {
  createSchedule(input: {
    name: "Hello, every minute", repeat: REPEATING, interval: "1m"
    targetType: AGENT, agentId: "hello", params: { name: "world" }
  }) {
    __typename
    ... on Error { message }
    ... on Schedule { id nextRunAt }
  }
}`;

/** Replaces the timeline while there are no schedules. */
export function NothingYet() {
  return (
    <div className="rounded-lg border">
      <EmptyState
        title="No schedules yet"
        action={
          <Link
            to="/scheduler/schedules/new"
            className="inline-flex h-7 items-center rounded-md bg-accent px-2.5 font-medium text-accent-ink hover:brightness-110"
          >
            Create schedule
          </Link>
        }
        example={EXAMPLE}
      >
        Past and upcoming runs appear here once you create a schedule. A schedule calls an agent, so register
        an agent first.
      </EmptyState>
    </div>
  );
}

import { Link } from '@tanstack/react-router';

/** To the form, at one of its groups. */
export function EditLink({ agentId, group }: { agentId: string; group: string }) {
  return (
    <Link
      to="/agents/$agentId/edit"
      params={{ agentId }}
      hash={group}
      aria-label={`Edit ${group}`}
      className="text-accent underline-offset-3 hover:underline"
    >
      Edit
    </Link>
  );
}

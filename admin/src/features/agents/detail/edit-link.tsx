import { Link } from '@tanstack/react-router';

/** A link to one section of the form. */
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

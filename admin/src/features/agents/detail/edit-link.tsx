import { Link } from '@tanstack/react-router';
import { texts } from '../texts/configuration.js';

/** A link to one section of the form. */
export function EditLink({ agentId, group }: { agentId: string; group: string }) {
  return (
    <Link
      to="/agents/$agentId/edit"
      params={{ agentId }}
      hash={group}
      aria-label={texts.endpoint.editGroup(group)}
      className="text-accent underline-offset-3 hover:underline"
    >
      {texts.common.edit}
    </Link>
  );
}

import { createContext, useContext } from 'react';
import type { Role } from './viewer.generated.js';

export type { Role } from './viewer.generated.js';

export interface Viewer {
  /** ID of the API token. */
  id: string;
  name: string;
  role: Role;
}

export const ViewerContext = createContext<Viewer | undefined>(undefined);

export function useViewer(): Viewer {
  const viewer = useContext(ViewerContext);
  if (!viewer) throw new Error('No one is signed in.');
  return viewer;
}

export function useRole(): Role {
  return useViewer().role;
}

const RANK: Readonly<Record<Role, number>> = { VIEWER: 0, OPERATOR: 1, ADMIN: 2 };

/** Why the signed-in user may not do what the role `required` allows. Undefined if they may. */
export function useRefusal(required: Role | undefined): string | undefined {
  const { name, role } = useViewer();
  if (required === undefined || RANK[role] >= RANK[required]) return undefined;
  return `Requires the role ${required}. Your token “${name}” has the role ${role}.`;
}

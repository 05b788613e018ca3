export interface UpdateRequest {
  id: string;
  /** Only given fields change. */
  input: unknown;
  /** Who manages the object as configuration. Null ends that; absent leaves it unchanged. */
  managedBy?: string | null | undefined;
}

export function ownerColumn(managedBy: string | null | undefined): { managedBy?: string | null } {
  return managedBy === undefined ? {} : { managedBy };
}

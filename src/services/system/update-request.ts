/** A change of one object. */
export interface UpdateRequest {
  id: string;
  /** Only what is given changes. */
  input: unknown;
  /** Who manages it as configuration from now on; null: it is not managed any more; absent: unchanged. */
  managedBy?: string | null | undefined;
}

/** The column of the owner, if it is to change. */
export function ownerColumn(managedBy: string | null | undefined): { managedBy?: string | null } {
  return managedBy === undefined ? {} : { managedBy };
}

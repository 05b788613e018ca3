/** The first file of a backup, which describes it. */
export interface BackupDescription {
  format: number;
  version: string;
  /** Major version of PostgreSQL. */
  postgres: string;
  /** Processor and system, because PostgreSQL's files differ between them. */
  platform: string;
  createdAt: string;
}

export const BACKUP_FORMAT = 1;

export function platformOf(): string {
  return `${process.platform}-${process.arch}`;
}

/** Why a backup cannot be restored here. Undefined if it can. */
export function reasonAgainst(description: unknown, postgres: string): string | undefined {
  const found = (typeof description === 'object' ? description : undefined) as BackupDescription | undefined;
  if (typeof found?.format !== 'number') return 'it is not a backup of Callboard';
  if (found.format !== BACKUP_FORMAT)
    return `it has format ${found.format}: restore it with the version that created it`;
  if (found.postgres !== postgres)
    return `it is from PostgreSQL ${found.postgres}, and this Callboard contains PostgreSQL ${postgres}: restore it with Callboard ${found.version}`;
  if (found.platform !== platformOf())
    return `it was created on ${found.platform}, and this is ${platformOf()}: restore it on a machine of the same platform`;
  return undefined;
}

import { findDataSources, type LocatedRequest } from '../domain/expansion/find-data-sources.js';
import type { Issue } from '../domain/issue.js';
import type { JsonObject } from '../domain/json.js';
import { DataSourceError, type Outlook, type SourceSnapshot, type SourceValues } from './data-source.js';
import { createDataSource, type DataSourceDeps, registeredSources } from './registry.js';

/** A data source string of params, checked, with the values it stands for. */
export interface OpenedSource extends LocatedRequest {
  values: SourceValues;
}

export type OpenedDataSources =
  | { kind: 'ok'; template: JsonObject; sources: OpenedSource[]; close(): Promise<void> }
  /** `outlook`: whether the same params may be valid later. Default: `lasting`. */
  | { kind: 'error'; issues: Issue[]; outlook?: Outlook };

/**
 * Finds the data sources of params, opens one snapshot per kind of source and checks every request in it,
 * without reading a row. All errors are reported together. Params without a data source open nothing.
 */
export async function openDataSources(deps: DataSourceDeps, params: JsonObject): Promise<OpenedDataSources> {
  const found = findDataSources(params, registeredSources);
  if (found.kind === 'error') return found;
  const snapshots = new Map<string, SourceSnapshot>();
  const close = async () => {
    await Promise.all([...snapshots.values()].map((snapshot) => snapshot.close()));
  };
  const open = async (name: string) => {
    const snapshot = snapshots.get(name) ?? (await createDataSource(name, deps).openSnapshot());
    snapshots.set(name, snapshot);
    return snapshot;
  };

  const sources: OpenedSource[] = [];
  const issues: Issue[] = [];
  let outlook: Outlook = 'lasting';
  for (const { path, request } of found.requests) {
    const prepared = await catchDataSourceError(async () => (await open(request.source)).prepare(request));
    if (prepared.kind === 'ok') sources.push({ path, request, values: prepared.values });
    else issues.push({ path, message: sentence(prepared.message) });
    // After a failed statement the snapshot cannot be used.
    if (prepared.kind === 'failed') {
      outlook = prepared.outlook;
      break;
    }
  }
  if (issues.length === 0) return { kind: 'ok', template: found.template, sources, close };
  await close();
  return { kind: 'error', issues, outlook };
}

/** Converts a failure to read into a value. Anything else is a bug and is rethrown. */
export async function catchDataSourceError<T>(
  read: () => Promise<T>,
): Promise<T | { kind: 'failed'; message: string; outlook: Outlook }> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof DataSourceError)
      return { kind: 'failed', message: error.message, outlook: error.outlook };
    throw error;
  }
}

/** Starts with a capital letter and ends with a period, except for the name of an option in front. */
export function sentence(message: string): string {
  const text = /[.?!]$/.test(message) ? message : `${message}.`;
  return /^[a-z]+ /.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}

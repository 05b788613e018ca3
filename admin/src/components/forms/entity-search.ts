import type { Client } from '@urql/core';
import { useClient } from 'urql';
import type { Found } from '../../lib/feature.js';
import { linkTo } from '../../lib/link-to.js';
import type { ComboboxProps } from './combobox.js';
import { EntitySearchDocument } from './entity-search.generated.js';

export type EntityKind = 'agent' | 'schedule' | 'template' | 'pipeline';

/** Searches the server for a `Combobox`, by a part of the name or by the ID. */
export function useEntitySearch(
  kind: EntityKind,
): Pick<ComboboxProps, 'search' | 'placeholder' | 'emptyText'> {
  const client = useClient();
  return {
    placeholder: `Search ${kind}s by name or ID`,
    emptyText: `No ${kind}s match.`,
    async search(text) {
      const found = await read(client, kind, text);
      return found.map(({ id, name, enabled }) => {
        const detail = [kind === 'agent' && id !== name && id, !enabled && 'disabled'].filter(Boolean);
        return { value: id, label: name, ...(detail.length > 0 && { detail: detail.join(' · ') }) };
      });
    },
  };
}

const GROUPS = { agent: 'Agents', schedule: 'Schedules', pipeline: 'Pipelines' } as const;

/** Searches for the command palette. */
export async function findEntities(
  client: Client,
  kind: keyof typeof GROUPS,
  text: string,
): Promise<Found[]> {
  const found = await read(client, kind, text);
  return found.slice(0, 5).map(({ id, name }) => ({
    id: `${kind} ${id}`,
    label: name,
    detail: kind === 'agent' ? id : id.slice(-8),
    group: GROUPS[kind],
    keywords: [text],
    link: linkTo[kind](id),
  }));
}

async function read(client: Client, kind: EntityKind, text: string) {
  const asked = {
    search: text || null,
    agent: kind === 'agent',
    schedule: kind === 'schedule',
    template: kind === 'template',
    pipeline: kind === 'pipeline',
  };
  const { data, error } = await client.query(EntitySearchDocument, asked).toPromise();
  const edges = data?.[kind]?.edges;
  if (!edges) throw error ?? new Error('request failed');
  return edges.map(({ node }) => node);
}

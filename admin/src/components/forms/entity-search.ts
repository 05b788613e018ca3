import { useClient } from 'urql';
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
      return edges.map(({ node: { id, name, enabled } }) => {
        const detail = [kind === 'agent' && id !== name && id, !enabled && 'disabled'].filter(Boolean);
        return { value: id, label: name, ...(detail.length > 0 && { detail: detail.join(' · ') }) };
      });
    },
  };
}

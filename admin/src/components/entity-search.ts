import { useClient } from 'urql';
import type { ComboboxProps } from './combobox.js';
import { EntitySearchDocument } from './entity-search.generated.js';

export type EntityKind = 'agent' | 'schedule' | 'template' | 'pipeline';

/** How a `Combobox` finds one of very many: on the server, by a part of its name or by its id. */
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

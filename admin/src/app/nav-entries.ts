import { useExplorerState } from '../lib/explorer-state.js';
import type { NavEntry } from '../lib/feature.js';
import { features } from './features.js';

type Nav = (typeof features)[number]['nav'][number];

type Entry = Omit<NavEntry, 'create'> & {
  to: Nav['to'];
  create?: Extract<Nav, { create: unknown }>['create'];
};

const entries: readonly Entry[] = features.flatMap(({ nav }) => [...nav]).sort((a, b) => a.order - b.order);

/** The entries that the signed-in person can use. */
export function useNavEntries() {
  const hasExplorer = useExplorerState() === 'ON';
  return hasExplorer ? entries : entries.filter(({ isExplorer }) => !isExplorer);
}

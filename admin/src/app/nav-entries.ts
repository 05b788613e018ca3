import { useExplorerState } from '../lib/explorer-state.js';
import type { NavEntry } from '../lib/feature.js';
import { features } from './features.js';

type NavPath = (typeof features)[number]['nav'][number]['to'];

const entries: readonly (NavEntry & { to: NavPath })[] = features
  .flatMap(({ nav }) => [...nav])
  .sort((a, b) => a.order - b.order);

/** The entries that the signed-in person can use. */
export function useNavEntries() {
  const hasExplorer = useExplorerState() === 'ON';
  return hasExplorer ? entries : entries.filter(({ isExplorer }) => !isExplorer);
}

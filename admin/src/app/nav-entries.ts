import type { NavEntry } from '../lib/feature.js';
import { features } from './features.js';

type NavPath = (typeof features)[number]['nav'][number]['to'];

/** The entries of the navigation, in order. */
export const navEntries: readonly (NavEntry & { to: NavPath })[] = features
  .flatMap(({ nav }) => [...nav])
  .sort((a, b) => a.order - b.order);

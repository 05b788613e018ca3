import { features } from './features.js';

/** Of all features, in their order. */
export const navEntries = features.flatMap(({ nav = [] }) => [...nav]).sort((a, b) => a.order - b.order);

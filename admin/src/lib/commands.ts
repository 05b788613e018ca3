import { createRegistry } from './registry.js';

/** Something that the command palette (⌘K) offers. */
export interface Command {
  /** Unique. */
  id: string;
  label: string;
  /** Heading; default: this page. */
  group?: string;
  /** Found by these too. */
  keywords?: readonly string[];
  /** Shown beside it, e.g. an id. */
  detail?: string;
  /** Keys that do the same. */
  keys?: string;
  /** Why it cannot be done now; shown instead of doing it. */
  disabledReason?: string | undefined;
  run: () => void;
}

const registry = createRegistry<Command>();

/** Offers these while the component is mounted: what a page can do belongs there as well as on its buttons. */
export const useCommands = registry.useRegister;
export const useAllCommands = registry.useAll;

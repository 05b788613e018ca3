import { createRegistry } from './registry.js';

/** An entry of the command palette (⌘K). */
export interface Command {
  /** Unique. */
  id: string;
  label: string;
  /** Heading. Defaults to this page. */
  group?: string;
  /** Further words that find the command. */
  keywords?: readonly string[];
  /** Shown beside the label, such as an ID. */
  detail?: string;
  keys?: string;
  /** Why the command is not possible now. Shown instead of running it. */
  disabledReason?: string | undefined;
  run: () => void;
}

const registry = createRegistry<Command>();

/** Registers commands while the component is mounted. The actions of a page belong here as well as on its buttons. */
export const useCommands = registry.useRegister;
export const useAllCommands = registry.useAll;

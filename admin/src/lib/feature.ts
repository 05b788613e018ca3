import type { Client } from '@urql/core';
import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { LinkTarget } from './link-target.js';

/** An entity that the command palette offers to open. */
export interface Found {
  /** Unique. */
  id: string;
  label: string;
  /** Heading. */
  group: string;
  /** Shown beside the label, e.g. an id. */
  detail?: string;
  /** Found by these too. */
  keywords?: readonly string[];
  link: LinkTarget;
}

export interface NavEntry {
  label: string;
  /** E.g. `/scheduler/schedules`. */
  to: string;
  icon: LucideIcon;
  /** Overview 0, Schedules 10, Pipelines 20, Executions 30, Jobs 40, Dead letters 50, Agents 60, Workers 70, … Settings 100. */
  order: number;
  /** A second key after `g`: `g a` goes to the agents. */
  key?: string;
  /** A count beside the label; loaded with the shell, so keep it small. */
  Badge?: ComponentType;
}

/** What one folder of `features/` adds to the application: exported by its `routes.tsx`, listed in `app/features.ts`. */
export interface Feature {
  /** Not typed as routes here: that would erase their paths and params, which links are checked against. */
  routes: readonly unknown[];
  nav?: readonly NavEntry[];
  /** Finds entities by name or ID for the command palette. */
  search?: (client: Client, text: string) => Promise<readonly Found[]>;
}

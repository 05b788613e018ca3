import type { Client } from '@urql/core';
import type { ComponentType } from 'react';
import type { LucideIcon } from '../icons/lucide.js';
import type { LinkTarget } from './link-target.js';

/** An object that the command palette can open. */
export interface Found {
  /** Unique. */
  id: string;
  label: string;
  /** Heading. */
  group: string;
  /** Shown beside the label, such as an ID. */
  detail?: string;
  /** Further words that find the object. */
  keywords?: readonly string[];
  link: LinkTarget;
}

export interface NavEntry {
  label: string;
  /** Such as `/scheduler/schedules`. */
  to: string;
  icon: LucideIcon;
  /** Overview 0, Schedules 10, Pipelines 20, Executions 30, Jobs 40, Dead letters 50, Agents 60, Workers 70, … Settings 100. */
  order: number;
  /** The second key after `g`: `g a` opens the agents. */
  key?: string;
  /** The page that creates an object, which the command palette opens from every other page. */
  create?: { label: string; to: string };
  /** Only shown to admins, and only where the server has its GraphQL explorer on. */
  isExplorer?: boolean;
  /** A count beside the label. It is loaded with the shell, so keep it small. */
  Badge?: ComponentType;
}

/**
 * What one folder of `features/` adds to the application. Exported by its `routes.tsx` and listed in
 * `app/features.ts`.
 */
export interface Feature {
  /** Not typed as routes here, because that would erase their paths and params, against which links are checked. */
  routes: readonly unknown[];
  nav?: readonly NavEntry[];
  /** Finds entities by name or ID for the command palette. */
  search?: (client: Client, text: string) => Promise<readonly Found[]>;
}

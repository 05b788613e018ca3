import type { z } from 'zod';

/** What an operation answers, as GraphQL over HTTP does. */
export interface OperationAnswer {
  data?: Record<string, unknown> | null;
  errors?: readonly { message: string; extensions?: Record<string, unknown> }[];
}

/** Executes a GraphQL operation with the rights of the caller. */
export type Execute = (query: string, variables: Record<string, unknown>) => Promise<OperationAnswer>;

/**
 * A tool: one GraphQL operation, whose variables are its arguments. `$confirmation` is the confirmation it was called with: as the
 * idempotency key of what would otherwise happen twice.
 */
export interface Tool {
  name: string;
  title: string;
  /** For the model: what it does, and when to use it. */
  description: string;
  input: z.ZodObject;
  query: string;
  /** It changes something: a person has to agree. Says what is about to happen. */
  confirm?: (args: Record<string, unknown>) => string;
  /** What it changes cannot be changed back. */
  destructive?: boolean;
  /** Arguments as variables; default: as they are. */
  variables?: (args: Record<string, unknown>) => Record<string, unknown>;
}

import type { z } from 'zod';

/** The answer to an operation, as in GraphQL over HTTP. */
export interface OperationAnswer {
  data?: Record<string, unknown> | null;
  errors?: readonly { message: string; extensions?: Record<string, unknown> }[];
}

/** Executes a GraphQL operation with the rights of the caller. */
export type Execute = (query: string, variables: Record<string, unknown>) => Promise<OperationAnswer>;

/**
 * A tool: one GraphQL operation, whose variables are the arguments of the tool. `$confirmation` is
 * the confirmation of the call. It serves as the idempotency key of actions that must not happen
 * twice.
 */
export interface Tool {
  name: string;
  title: string;
  /** Tells the model what the tool does and when to use it. */
  description: string;
  input: z.ZodObject;
  query: string;
  /** For a tool that reads one item: what the model is told if there is no such item. */
  absent?: string;
  /**
   * Set if the tool changes something, so that a person has to agree. Returns a text that says what
   * will happen.
   */
  confirm?: (args: Record<string, unknown>) => string;
  /** Whether the change cannot be undone. */
  destructive?: boolean;
  /** Converts arguments to variables. Defaults to using them unchanged. */
  variables?: (args: Record<string, unknown>) => Record<string, unknown>;
}

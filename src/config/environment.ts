/** The only file that reads `process.env`. */
import { unknownSettings } from './unknown-settings.js';

export type Environment = Readonly<Record<string, string | undefined>>;

export const ENVIRONMENT: Environment = process.env;

/** An empty variable counts as not set, because compose files and shells leave such variables. */
export function whatIsSet(env: Environment): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
    ),
  );
}

/**
 * The environment of a child process: our own, with these settings, and without the variables that caused
 * warnings.
 */
export function inheritEnvironment(settings: Environment): Record<string, string | undefined> {
  const inherited: Record<string, string | undefined> = { ...process.env };
  for (const { name } of unknownSettings(whatIsSet(inherited))) delete inherited[name];
  for (const name of Object.keys(settings)) delete inherited[`${name}_FILE`];
  return { ...inherited, ...settings };
}

/**
 * Reads a variable that is no setting, such as one that a configuration file names for a secret. Undefined
 * also if it is empty.
 */
export function readVariable(name: string): string | undefined {
  return Object.hasOwn(ENVIRONMENT, name) ? ENVIRONMENT[name] || undefined : undefined;
}

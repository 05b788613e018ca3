/** Where a version of an agent can be deployed. */
export const ENVIRONMENTS = ['production', 'staging', 'development'] as const;

export type Environment = (typeof ENVIRONMENTS)[number];

/**
 * The version that a call in an environment uses: the one deployed there, otherwise the one in production,
 * otherwise the agent's own.
 */
export function versionIn(
  environment: Environment,
  { deployments, version }: { deployments: Readonly<Record<string, string>>; version: string },
): string {
  return deployments[environment] ?? deployments.production ?? version;
}

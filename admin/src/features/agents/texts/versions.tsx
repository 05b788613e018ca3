import type { ReactNode } from 'react';
import { phrase } from '../../../lib/text/phrase.js';
import { texts as common } from './common.js';

const CHOSEN = 'Used by schedules and runs that choose this environment.';

/** The texts of the versions of an agent, and of their deployment. */
export const texts = {
  ...common,

  versions: {
    environments: {
      PRODUCTION: { label: 'Production', hint: 'Jobs use this version and record it.' },
      STAGING: { label: 'Staging', hint: CHOSEN },
      DEVELOPMENT: { label: 'Development', hint: CHOSEN },
    },
    title: 'Environments',
    rolledBack: (environment: string, version: string | undefined) =>
      `Rolled ${environment.toLowerCase()} back to ${version}`,
    deployedBy: (who: ReactNode) => <>Deployed by {who}</>,
    registeredVersion: 'No version is deployed. Jobs use the version the agent is registered with.',
    noVersion: 'No version is deployed. Jobs in this environment use the production version.',
    previous: (versions: ReactNode) => <>Previous versions: {versions}</>,
    previousAndMore: (versions: ReactNode, more: number) =>
      phrase`Previous versions: ${versions} and ${more} more`,
    deployTo: (environment: string) => `Deploy to ${environment.toLowerCase()}`,
    deploy: 'Deploy…',
    rollBack: (version: string) => `Roll back to ${version}`,
    rollBackTitle: (environment: string, version: string | undefined) =>
      `Roll ${environment.toLowerCase()} back to ${version}?`,
    rollBackProduction: (from: string | undefined, to: string | undefined) =>
      `New jobs use version ${to} instead of ${from}. Running jobs continue.`,
    rollBackOther: (from: string | undefined, to: string | undefined) =>
      `New jobs in this environment use version ${to} instead of ${from}. Running jobs continue.`,
    history: 'History',
    what: 'the history',
    noHistory: 'No deployments yet.',
    callboard: 'Callboard',
    removed: 'Removed with the agent',
    deployedEntry: (environment: string | undefined, version: ReactNode) =>
      phrase`Deployed${environment && ` in ${environment}`}: ${version}`,
    rolledBackEntry: (environment: string | undefined, version: ReactNode) =>
      phrase`Rolled back${environment && ` in ${environment}`}: ${version}`,
  },
  deploy: {
    title: (environment: string) => `Deploy a version to ${environment}`,
    production:
      'New jobs use this version. Deploy the code itself first, because Callboard only records the version.',
    submit: 'Deploy',
    done: (version: string, environment: string) => `Deployed ${version} to ${environment}`,
    current: (version: string) => `Current version: ${version}.`,
    notDeployed: (registered: string) =>
      `No version is deployed. The agent is registered with ${registered}.`,
  },
} as const;

import type { ReactNode } from 'react';
import { TextLink } from '../../../components/text-link.js';
import { counted } from '../../../lib/text/count-text.js';
import { phrase } from '../../../lib/text/phrase.js';
import { texts as common } from './common.js';

const code = (text: string) => <code className="font-mono text-xs">{text}</code>;

/** The texts of the endpoint, the limits and the config of an agent. */
export const texts = {
  ...common,

  endpoint: {
    invalid: 'This agent has no valid endpoint.',
    timeout: 'Timeout',
    /** `interval` in seconds. */
    health: (path: ReactNode, interval: number | null | undefined) =>
      phrase`${path}${interval != null && `, every ${interval} s`}`,
    healthBeside: (path: ReactNode, interval: number | null | undefined) =>
      phrase`${path} next to the endpoint${interval != null && `, every ${interval} s`}`,
    noCancelUrl: 'None: the agent is not notified of cancellations',
    secretsHint:
      'Secrets are stored encrypted and never shown. With a signing secret, requests are signed according to Standard Webhooks.',
    headerLines: 'header lines',
    storedSecret: 'stored secret',
    replaceSecret: 'Replace…',
    setSecret: 'Set…',
    checkNow: 'Check now',
    editGroup: (group: string) => `Edit ${group}`,
  },
  secret: {
    stored: (name: string) => `Stored the ${name}`,
    removed: (name: string) => `Removed the ${name}`,
    replaceTitle: (name: string) => `Replace the ${name}`,
    setTitle: (name: string) => `Set the ${name}`,
    signingHint:
      'New requests are signed with the new value. It is stored encrypted and cannot be shown again.',
    credentialHint: 'New requests use the new value. It is stored encrypted and cannot be shown again.',
    submit: 'Store',
    missing: (name: string) => `Enter the ${name} first.`,
    label: (name: string) => `New ${name}`,
    signingFormat: 'whsec_ followed by 24 to 64 bytes in Base64 (Standard Webhooks).',
  },
  limits: {
    unlimited: 'Unlimited',
    upTo: (count: number) => `Up to ${count}`,
    concurrencyNote: (running: number) =>
      `Across all workers, including accepted attempts. ${running.toLocaleString('en')} running now.`,
    rate: (limit: number, period: ReactNode) => phrase`Up to ${limit.toLocaleString('en')} per ${period}`,
    waitingNow: (jobs: number) => `${counted(jobs, 'job is', 'jobs are')} waiting now.`,
    queueNote: 'Measured from the job’s release. A job that waits longer fails.',
    attemptNote: 'Measured from the first send until the outcome is known.',
    asAttempt: 'Same as the attempt timeout',
    heartbeat: (duration: ReactNode) =>
      phrase`${duration} without progress after acceptance; then the attempt fails`,
    anyWorker: 'None: any worker can call this agent',
    seeWorkers: (
      <>
        See available workers: <TextLink to="/workers">Workers</TextLink>
      </>
    ),
  },
  config: {
    what: 'the configuration',
    about: (key: string) =>
      phrase`Sent as ${code('config')} with every request. The agent can also read it from the AgentConfig table, under the key ${code(key)}.`,
    changed: (at: ReactNode) => <>Changed {at}.</>,
    changedBy: (at: ReactNode, who: ReactNode) => phrase`Changed ${at} by ${who}.`,
    saved: 'Configuration saved',
    removed: 'Configuration removed',
    title: 'Configuration',
    remove: 'Remove…',
    unchanged: 'There are no changes to save.',
    discard: 'Discard',
    hint: 'A JSON object.',
    removeTitle: 'Remove the configuration?',
    removeHint: 'Future requests contain no config. The audit log keeps the removed value.',
  },
} as const;

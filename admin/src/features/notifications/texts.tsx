import type { ReactNode } from 'react';
import { counted } from '../../lib/text/count-text.js';

/** The texts of this feature. Those of the kinds of channels are in `channel-kinds.ts`. */
export const texts = {
  common: {
    notifications: 'Notifications',
    notification: 'Notification',
    log: 'Log',
    channels: 'Channels',
    addChannel: 'Add channel',
    enabled: 'Enabled',
    kind: 'Kind',
    first: 'First',
    last: 'Last',
    saved: (name: string) => `Saved “${name}”`,
  },

  kinds: {
    DEAD_LETTER: 'Dead letter',
    JOB_FAILED: 'Job failed',
    EXECUTION_FAILED: 'Run failed',
    SCHEDULE_FLAGGED: 'Schedule blocked',
    SCHEDULE_STUCK: 'Schedule stuck',
    WORKER_DEAD: 'Worker died',
    CIRCUIT_OPEN: 'Circuit open',
    NO_WORKER: 'No worker running',
    WORKER_BACK: 'Worker running again',
    JOBS_WAITING: 'Jobs waiting',
  },
  /** With an explanation. */
  statuses: {
    OPEN: {
      word: 'Combining',
      means: 'Further events of this kind are counted and reported at the end of five minutes.',
    },
    SENDING: { word: 'Sending', means: 'The notification is being sent.' },
    SENT: { word: 'Sent', means: 'At least one channel accepted it.' },
    FAILED: { word: 'Not sent', means: 'No channel accepted it.' },
    SKIPPED: {
      word: 'Skipped',
      means: 'No enabled channel was set up, or a limit prevented it from being sent.',
    },
  },
  deliveries: { PENDING: 'Sending', SENT: 'Sent', FAILED: 'Failed', SKIPPED: 'Skipped' },
  subjects: {
    WORKERS: 'the workers',
    JOB: 'the job',
    EXECUTION: 'the run',
    SCHEDULE: 'the schedule',
    WORKER: 'the worker',
    AGENT: 'the agent',
  },

  log: {
    status: 'Status',
    delivery: (channel: string, word: string) => `${channel}: ${word.toLowerCase()}`,
    moreChannels: (count: number) => `+${count}`,
    empty: 'No notifications yet',
    emptyHint:
      'Notifications about dead letters, failed runs, blocked or stuck schedules, dead workers and open circuits will appear here. The first one of each kind and schedule is sent immediately through the enabled channels; those of the next five minutes are combined.',
  },

  detail: {
    mayBeDeleted: 'It may have been deleted: old notifications are removed.',
    firstMessage: 'First message',
    message: 'Message',
    messageText: 'message text',
    details: 'Details',
    occurrences: 'Occurrences',
    sent: 'Sent',
    due: 'Due',
    combinedUntil: 'Combined until',
    about: 'About',
    firstSubject: (subject: string) => `${subject} (first occurrence)`,
    schedule: 'Schedule',
    deleted: 'deleted',
    agent: 'Agent',
    deletedAgent: (id: string) => `${id} (deleted)`,
    follows: 'Follows',
    previous: 'previous notification',
    id: 'ID',
    notSentYet: 'Not sent yet.',
    notSent: 'Not sent through any channel.',
    attempts: (count: number, at: ReactNode) => (
      <>
        {counted(count, 'attempt')}, {at}
      </>
    ),
    next: 'next',
    notSetUp: 'This channel is enabled in the settings but not set up.',
  },

  channels: {
    what: 'the channels',
    monitoring: 'Monitoring',
    monitor: 'Monitor schedules, jobs and workers',
    monitoringEnabled: 'Monitoring enabled',
    monitoringDisabled: 'Monitoring disabled',
    notifyOnFailure: 'Notify of failures: dead letters, failed jobs and runs',
    failuresEnabled: 'Failure notifications enabled',
    failuresDisabled: 'Failure notifications disabled',
    monitoringOff: 'Monitoring is off: no notifications are sent.',
    noneEnabled: 'No notification channel is both enabled and set up. Notifications still appear in the log.',
    enabledNow: (name: string) => `Enabled “${name}”`,
    disabledNow: (name: string) => `Disabled “${name}”`,
    test: 'Test',
    sendTest: (name: string) => `Send a test message by ${name}`,
    setUp: 'Set up',
    setUpNamed: (name: string) => `Set up ${name}`,
    more: (name: string) => `More actions for ${name}`,
    edit: 'Edit…',
    setUpItem: 'Set up…',
    delete: 'Delete…',
    nothingToDelete: 'This channel is not set up.',
    deleteTitle: (name: string) => `Delete the channel “${name}”?`,
    deleteConfirm: 'Delete channel',
    deleted: (name: string) => `Deleted “${name}”`,
    deleteEnabled:
      'Deletes its address and secret. It stays enabled in the settings: notifications skip it until you set it up again.',
    deleteDisabled: 'Deletes its address and secret. No notifications are sent through it at present.',
    configured: 'Configured',
    notConfigured: 'Not configured',
    sendsTo: (kind: string, target: ReactNode) => (
      <>
        {kind} to {target}
      </>
    ),
    onlyEnabled: 'Enabled in the settings but not set up.',
    lastDelivery: (outcome: ReactNode, at: ReactNode) => (
      <>
        Last: {outcome} {at}
      </>
    ),
    empty: 'No channels yet',
    emptyHint: 'Add a channel here or through the API:',
  },

  form: {
    editTitle: (name: string) => `Edit channel “${name}”`,
    setUpTitle: (name: string) => `Set up channel “${name}”`,
    what: 'the channel',
    notEnabledYet: 'It is not enabled yet. Enable it in the list.',
    save: 'Save channel',
    name: 'Name',
    nameHint: 'Letters, digits, “_” and “-”.',
  },
} as const;

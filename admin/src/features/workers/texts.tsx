import type { ReactNode } from 'react';

export const texts = {
  common: {
    workers: 'Workers',
    worker: 'Worker',
    activeJobs: 'Active jobs',
    capabilities: 'Capabilities',
    noCapabilities: 'None',
    lease: 'Lease',
    leaseHeld: 'Held',
    leaseExpired: 'Expired',
    heartbeat: 'Heartbeat',
    started: 'Started',
    version: 'Version',
  },
  /** Short, so that the navigation has room for its label. */
  badge: { NO_WORKER: 'none', WORKERS_DRAINING: 'draining' },
  /** A state in a word, and explained. */
  states: {
    stopped: { word: 'Stopped', words: 'The worker was stopped and returned the jobs it had not sent.' },
    dead: { word: 'Dead', words: 'The worker’s lease expired. Other workers took over its work.' },
    draining: { word: 'Draining', words: 'The worker claims nothing new and finishes its active jobs.' },
    drained: { word: 'Drained', words: 'The worker claims nothing new and has no active jobs.' },
    busy: { word: 'Busy', words: 'The worker has active jobs.' },
    idle: { word: 'Idle', words: 'The worker is ready and has no active jobs.' },
    starting: { word: 'Alive', words: 'The worker has registered and is starting.' },
  },
  /** What the command palette compares the search with. */
  searched: (host: string, pid: number, id: string) => `worker ${host} ${pid} ${id}`,
  list: {
    status: 'Status',
    shownLabel: 'Workers to show',
    shownAlive: 'Alive',
    shownGone: 'Stopped or dead',
    shownAll: 'All',
    row: (host: string, pid: number) => `${host}, process ${pid}`,
    alive: (count: number) => `${count} alive`,
    busy: (count: number) => `${count} busy`,
    draining: (count: number) => `${count} draining`,
    died: (count: number) => `${count} died in the last 24 h`,
    leaseExpiredHint: 'The lease has expired. Writes from this worker are rejected.',
    leaseHeldHint: (until: string, epoch: number) =>
      `Renewed automatically. Valid until ${until}. Epoch ${epoch}, which increases when the worker registers again after losing its lease.`,
    noneGone: 'No workers have stopped or died recently',
    emptyTitle: 'No workers are alive',
    empty:
      'Workers start scheduled runs and call agents. They are separate processes, on any number of machines. Until one is running, all work waits. Start one with the server’s database and key:',
    exampleLabel: 'Command',
  },
  detail: {
    removed: 'Stopped workers are removed after some time.',
    process: 'Process',
    id: 'worker ID',
    host: 'Host',
    activeJobsOf: (active: number, concurrency: number) => `${active} of up to ${concurrency}`,
    leaseEpoch: (lease: string, epoch: number) => `${lease}, epoch ${epoch}`,
    leaseWasUntil: (instant: ReactNode) => <>Until {instant}</>,
    leaseIsUntil: (instant: ReactNode) => <>At least until {instant}</>,
    stopped: 'Stopped',
  },
  drain: {
    resume: 'Resume',
    resumed: 'Worker resumed',
    drain: 'Drain…',
    notRunning: 'The worker is not running.',
    title: (name: string) => `Drain ${name}?`,
    confirm: 'Drain',
    effect: (activeJobs: number) =>
      activeJobs === 0
        ? 'The worker stops claiming schedules, expansions and jobs. It has no active jobs.'
        : `The worker stops claiming schedules, expansions and jobs. It finishes its ${activeJobs === 1 ? 'active attempt' : `${activeJobs} active attempts`}.`,
    others:
      'Other workers take over the waiting work. If there are none, the work waits. The worker stays drained until you resume it or its process ends.',
    draining: 'Draining: the worker finishes its active jobs',
    drained: 'Worker drained',
  },
  activeJobs: {
    what: 'the jobs',
    empty: 'No active jobs. Attempts that an agent has accepted are not shown here.',
    retry: (count: number) => `retry ${count}`,
  },
  machine: {
    title: 'Machine',
    range: 'Time range',
    hour: '1 hour',
    hours6: '6 hours',
    hours24: '24 hours',
    what: 'the snapshots',
    emptyDead: 'No snapshots left: they are kept for one day.',
    empty: 'No data yet. A snapshot is stored every minute.',
    cpu: 'CPU',
    memory: 'Memory',
    memoryMachine: 'machine',
    memoryProcess: 'process',
    lag: 'Event-loop lag',
    lagP99: 'p99',
    lagMedian: 'median',
    attempts: 'attempts',
  },
} as const;

import { counted } from '../../lib/text/count-text.js';

/** All texts of the settings. What each setting means, and its range, comes from the server. */
export const texts = {
  page: {
    title: 'Settings',
    search: 'Search settings',
    what: 'the settings',
    readOnly: 'You can view the settings but cannot change them.',
    invalid: 'Some stored settings are not valid. Defaults apply until you save them again:',
    noMatches: (search: string) => `No settings match “${search}”.`,
  },
  section: {
    save: 'Save',
    saveMany: (count: number) => `Save ${count} settings`,
    discard: 'Discard',
    noChanges: 'There are no changes to save.',
    saved: (section: string) => `${section}: settings saved`,
    savedHint: 'The changes take effect immediately.',
  },
  sections: {
    scheduling: { title: 'Scheduling' },
    attempts: { title: 'Attempts', about: 'For jobs whose schedule and agent have no values of their own.' },
    calls: { title: 'Agent calls' },
    retries: {
      title: 'Retries',
      about: 'Used if the step, the schedule and the agent have no retry policy.',
    },
    circuits: {
      title: 'Circuit breaker',
      about:
        'If an agent’s address does not respond, its jobs wait while single probes check whether it is back.',
    },
    batches: { title: 'Batches', about: 'Defaults for expanded jobs. A data source can set its own.' },
    monitoring: { title: 'Monitoring' },
    webhooks: { title: 'Webhooks' },
    retention: { title: 'Retention' },
    engine: {
      title: 'Engine',
      about:
        'Internal worker settings, named as in other schedulers. Empty settings use the values above or the defaults. Values set here take precedence.',
    },
  },
  setting: {
    changed: 'changed',
    reset: (label: string, value: string) => `Reset ${label.toLowerCase()} to ${value}`,
    default: (value: string) => `default ${value}`,
    notSet: (value: string) => `not set, default ${value}`,
    none: 'none',
    on: 'on',
    off: 'off',
    switchedOn: 'On',
    switchedOff: 'Off',
    invalidDuration: 'enter a duration such as 500ms, 30s, 10m, 1.5h or 2d',
    invalidNumber: 'must be a whole number',
    /** Warnings for switches that are off, by path. */
    whenOff: {
      'scheduler.enabled': 'No scheduled runs start.',
      'monitoring.enabled': 'No notifications are sent.',
    } as Readonly<Record<string, string>>,
  },
  dataSources: {
    title: 'Data sources',
    about: (
      <>
        What strings such as <code className="font-mono text-xs">db:Ticker:all:symbol</code> in params may
        read. Callboard’s own tables, system tables and columns that look like credentials are denied unless
        you allow them by name.
      </>
    ),
    searchWords: 'data sources db tables columns allow deny',
    adminsOnly: 'Only admins can see this policy.',
    what: 'the policy',
    malformed: 'The stored policy is not valid, so no tables can be read. Enter a policy and save it.',
    lists: {
      allow: {
        label: 'Allow',
        hint: 'Allows what is denied by default. One “table”, “schema.table”, “table.column” or “schema.table.column” per line.',
        placeholder: 'Account.token_id\ncallboard.Schedule',
      },
      only: {
        label: 'Only',
        hint: 'If not empty, only these tables can be read. One “table”, “schema.table” or “schema.*” per line.',
        placeholder: 'Ticker\nmedia.*',
      },
      deny: {
        label: 'Deny',
        hint: 'Denies access and takes precedence over the other lists. “hr.*” denies a whole schema.',
        placeholder: 'Customer.email\nhr.*',
      },
    },
    problem: (line: string, message: string) => `“${line}” ${message}`,
    saved: 'Data sources saved',
    savedHint: 'Applies from the next expansion.',
    readable: (count: number) => counted(count, 'table can be read:', 'tables can be read:'),
    andMore: (count: number) => `and ${count} more`,
    noneReadable: 'No tables can be read.',
    readableError: (message = 'the server did not respond') =>
      `Could not determine which tables can be read: ${message}`,
  },
  about: {
    title: 'About',
    searchWords: 'about version database size tables address',
    what: 'system information',
    callboard: 'Callboard',
    address: 'Address',
    postgres: 'PostgreSQL',
    database: 'Database',
    databaseSize: (size: string) => `${size} in total`,
    tables: 'Largest tables',
    table: 'Table',
    rows: 'Rows (estimate)',
    size: 'Size',
  },
  session: {
    title: 'Session',
    searchWords: 'session sign out token role',
    user: 'Signed in as',
    role: 'Role',
    token: 'Token',
    tokenId: 'token ID',
    signOut: 'Sign out',
  },
} as const;

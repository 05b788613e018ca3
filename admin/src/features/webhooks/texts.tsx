import type { ReactNode } from 'react';
import { TextLink } from '../../components/text-link.js';

export const texts = {
  common: {
    webhooks: 'Webhooks',
    webhook: 'Webhook',
    create: 'Create webhook',
    edit: 'Edit',
    status: 'Status',
    target: 'Target',
    startsLabel: 'Starts',
    profile: 'Profile',
    secret: 'Secret',
    eventIdHeader: 'Event ID header',
    dedupeWindow: 'Deduplication window',
    payload: 'Payload',
    created: 'Created',
    mayBeDeleted: 'It may have been deleted.',
  },

  states: { active: 'Active', suspended: 'Suspended' },
  targets: { AGENT: 'Agent', PIPELINE: 'Pipeline', SCHEDULE: 'Schedule' },
  /** With what is signed, and where the signature is. */
  profiles: {
    GENERIC: { label: 'Generic', signed: 'Signed with X-Signature over X-Timestamp and the body.' },
    GITHUB: {
      label: 'GitHub',
      signed: 'Signed like GitHub webhooks: X-Hub-Signature-256 over the body.',
    },
    STANDARD: {
      label: 'Standard Webhooks',
      signed:
        'Signed according to Standard Webhooks: webhook-signature over webhook-id, webhook-timestamp and the body.',
    },
  },
  outcomes: { ACCEPTED: 'Accepted', DUPLICATE: 'Duplicate', REJECTED: 'Rejected' },
  /** How the body of a call becomes params. */
  payloads: {
    text: (param: string | null) => `The body text is stored in the param “${param}”.`,
    members: 'The body is a JSON object. Each property becomes a param.',
    param: (param: string) => `The body is JSON and is stored in the param “${param}”.`,
  },
  secretPlaceholder: 'paste the secret here',
  deletedTarget: {
    name: (name: string) => `${name} (deleted)`,
    explained: 'The target has been deleted. Calls are refused until you choose another target.',
    notice: (kind: string, name: string) =>
      `The ${kind.toLowerCase()} “${name}” has been deleted. Calls are refused until you choose another target.`,
  },

  list: {
    search: 'Search webhooks',
    lastCall: 'Last call',
    never: 'never',
    empty: 'No webhooks yet',
    emptyHint:
      'A webhook lets another system start an agent, a pipeline or a schedule’s target. It has a URL and a secret for signing calls. Create one here or through the API:',
  },

  detail: {
    calls: 'Calls',
    howToCall: 'How to call',
    settings: 'Settings',
    suspendedNotice:
      'This webhook is suspended. Calls are recorded and refused with 409 until you resume it.',
    suspend: 'Suspend',
    resume: 'Resume',
    suspended: 'Webhook suspended',
    resumed: 'Webhook resumed',
    rotate: 'Rotate secret…',
    delete: 'Delete…',
    more: 'More actions',
    starts: (target: ReactNode) => <>Starts {target}</>,
  },

  calls: {
    outcome: 'Outcome',
    result: 'Result',
    event: 'Event',
    body: 'Body',
    bytes: (bytes: number) => `${bytes.toLocaleString('en')} B`,
    from: 'From',
    received: 'Received',
    search: 'Search by event ID',
    empty: 'No calls yet',
    emptyHint: 'Calls will appear here, including refused ones. Try it:',
    example: 'Example call',
    times: (count: number) => ` · ${count.toLocaleString('en')} times`,
    deletedRun: 'deleted run',
    run: (id: ReactNode) => <>Run {id}</>,
    earlierRun: (id: ReactNode) => <>Earlier run {id}</>,
  },

  how: {
    url: 'URL',
    webhookUrl: 'webhook URL',
    inGitHub: 'In GitHub',
    gitHubSteps: (
      <>
        In the repository, open Settings → Webhooks → Add webhook. Enter the URL as payload URL,{' '}
        <code className="font-mono text-xs">application/json</code> as content type, and the secret.
      </>
    ),
    headers: 'Headers',
    timestamp: 'Unix time in seconds, within 5 minutes of now',
    eventId: 'Identifies the event. A repeated event is ignored.',
    notExpanded: 'Data sources in the body are not expanded.',
    tryIt: 'Try it',
    example: 'example call',
    lostSecret: 'The secret was shown once when it was created. If you have lost it, rotate it.',
    standardSignature: (eventIdHeader: string, timestampHeader: string | null) =>
      `“v1,” and the HMAC-SHA256 of “<${eventIdHeader}>.<${timestampHeader}>.<body>”, in base64; the secret is base64 after “whsec_”`,
    bodySignature: 'HMAC-SHA256 of the body with the secret, in hex after “sha256=”',
    timedSignature: (timestampHeader: string) =>
      `HMAC-SHA256 of “<${timestampHeader}>.<body>” with the secret, in hex`,
  },

  settings: {
    profileDefault: '(profile default)',
    secretSet: 'set',
    previousSecret: (until: ReactNode) => <>(the previous secret is valid until {until})</>,
    maxBody: 'Maximum body size',
    maxBodyBytes: (bytes: number) => (
      <>
        {bytes.toLocaleString('en')} bytes, for all webhooks (
        <TextLink to="/settings" hash="webhooks" look="accent">
          settings
        </TextLink>
        )
      </>
    ),
    id: 'ID',
    createdBy: 'Created by',
    changed: 'Changed',
  },

  form: {
    created: (name: string) => `Webhook “${name}” created`,
    signingSecret: 'Signing secret',
    view: 'View webhook',
    saved: (name: string) => `Saved “${name}”`,
    editNamed: (name: string) => `Edit ${name}`,
    save: 'Save',
    name: 'Name',
    scheduleHint:
      'The webhook uses the schedule’s params, retries, priority and requirements, but not its timing.',
    sender: 'Sender',
    standardSecretHint: 'Base64 of 24 to 64 bytes, usually after whsec_. Leave empty to generate one.',
    secretHint: 'From the sender, at least 16 characters. Leave empty to generate one.',
    eventIdHint: (header: string, profile: string) => `Leave empty to use ${header} (${profile}).`,
    dedupeHint: (usual: string) =>
      `Repeated events within this time are ignored. For example 12h. Leave empty to use ${usual}.`,
    dedupeTime: (time: string) => `${time}: repeated events within this time are ignored.`,
    bodyFormat: 'Body format',
    bodyFormats: {
      param: 'JSON, stored in one param',
      members: 'JSON object, one param per property',
      text: 'Text, stored in one param',
    },
    param: 'Param',
  },

  rotate: {
    keptFor: {
      '': 'expires immediately',
      '1h': 'expires in 1 hour',
      '1d': 'expires in 1 day',
      '7d': 'expires in 7 days',
    },
    made: 'New secret',
    oldExpires: (expires: string | undefined) => `The old secret ${expires}.`,
    done: 'Done',
    title: (name: string) => `Rotate the secret of “${name}”`,
    about:
      'If the old secret may be compromised, let it expire immediately. Otherwise give the sender time to switch.',
    submit: 'Rotate secret',
    ownSecret: 'Secret from the sender',
    ownSecretHint: 'At least 16 characters. Leave empty to generate one.',
    oldSecret: 'Old secret',
  },

  delete: {
    title: (name: string) => `Delete “${name}”?`,
    confirm: 'Delete webhook',
    deleted: (name: string) => `Deleted “${name}”`,
    about:
      'Calls to its address get a 404, and its call history is no longer available. Runs it has started continue. To refuse calls temporarily, suspend the webhook instead.',
  },
} as const;

import { useParams } from '@tanstack/react-router';
import { CodeBlock } from '../../components/code/code-block.js';
import { Facts } from '../../components/facts/facts.js';
import { ShortId } from '../../components/facts/short-id.js';
import { StatusBadge, StatusText } from '../../components/facts/status-badge.js';
import { Time } from '../../components/facts/time.js';
import { NoObject } from '../../components/no-object.js';
import { PageHeader } from '../../components/page-header.js';
import { Section } from '../../components/section.js';
import { TextLink } from '../../components/text-link.js';
import { useLiveQuery } from '../../lib/graphql/use-live-query.js';
import type { LinkTarget } from '../../lib/link-target.js';
import { linkTo } from '../../lib/link-to.js';
import { SENDING, STATUSES, subjectOf } from './notification-words.js';
import { NotificationOneDocument, type NotificationOneQuery } from './notifications.generated.js';
import { texts } from './texts.js';

const t = texts.detail;

type Shown = NonNullable<NotificationOneQuery['notification']>;

const LOG = { label: texts.common.notifications, to: '/notifications' } as const;

/** `/notifications/:id`: the content of a notification and its deliveries. */
export function NotificationPage() {
  const { notificationId = '' } = useParams({ strict: false });
  const query = useLiveQuery(NotificationOneDocument, {
    variables: { id: notificationId },
    refetchOn: { record: ({ id }) => id === notificationId },
  });
  const notification = query.data?.notification;
  if (!notification) {
    return (
      <NoObject kind={texts.common.notification} parent={LOG} query={query}>
        {t.mayBeDeleted}
      </NoObject>
    );
  }
  const { status, word, means } = STATUSES[notification.status];
  return (
    <>
      <PageHeader
        title={notification.title}
        parent={LOG}
        aside={<StatusBadge status={status} label={word} />}
      >
        {means}
      </PageHeader>
      <div className="grid gap-6 p-4 md:p-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-6">
          {notification.message && (
            <Section title={notification.count > 1 ? t.firstMessage : t.message}>
              <CodeBlock label={t.messageText} value={notification.message} />
            </Section>
          )}
          <Sendings notification={notification} />
        </div>
        <aside aria-label={t.details}>
          <About notification={notification} />
        </aside>
      </div>
    </>
  );
}

const named = (link: LinkTarget, name: string) => (
  <TextLink {...link} look="accent">
    {name}
  </TextLink>
);

function About({ notification }: { notification: Shown }) {
  const {
    kind,
    status,
    count,
    firstAt,
    lastAt,
    dueAt,
    windowEndsAt,
    schedule,
    scheduleId,
    agent,
    agentId,
    followsId,
  } = notification;
  const subject = subjectOf(notification);
  return (
    <Facts
      facts={[
        { label: texts.common.kind, value: texts.kinds[kind] },
        { label: t.occurrences, value: count.toLocaleString('en') },
        { label: texts.common.first, value: <Time at={firstAt} /> },
        { label: texts.common.last, value: count > 1 ? <Time at={lastAt} /> : undefined },
        { label: status === 'SENT' ? t.sent : t.due, value: <Time at={dueAt} /> },
        { label: t.combinedUntil, value: <Time at={windowEndsAt} /> },
        {
          label: t.about,
          value: named(subject.link, count > 1 ? t.firstSubject(subject.label) : subject.label),
        },
        {
          label: t.schedule,
          value: scheduleId && (schedule ? named(linkTo.schedule(schedule.id), schedule.name) : t.deleted),
        },
        {
          label: t.agent,
          value: agentId && (agent ? named(linkTo.agent(agent.id), agent.name) : t.deletedAgent(agentId)),
        },
        { label: t.follows, value: followsId && named(linkTo.notification(followsId), t.previous) },
        { label: t.id, value: <ShortId id={notification.id} /> },
      ]}
    />
  );
}

function Sendings({ notification: { status, deliveries } }: { notification: Shown }) {
  const isAhead = status === 'OPEN' || status === 'SENDING';
  return (
    <Section title={texts.common.channels}>
      {deliveries.length === 0 && <p className="text-muted">{isAhead ? t.notSentYet : t.notSent}</p>}
      <ul className="flex flex-col gap-2">
        {deliveries.map(({ id, channel, status: outcome, attempts, error, at, nextAttemptAt }) => (
          <li key={id} className="rounded-md border px-3 py-2">
            <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
              <span className="font-medium">{channel}</span>
              <StatusText status={SENDING[outcome].status} label={SENDING[outcome].word} />
              <span className="text-muted">
                {attempts > 0 ? t.attempts(attempts, <Time at={at} />) : <Time at={at} />}
              </span>
              {nextAttemptAt && (
                <span className="text-muted">
                  <Time at={nextAttemptAt} prefix={t.next} />
                </span>
              )}
            </div>
            {error && <p className="mt-1 break-words text-red">{error}</p>}
            {outcome === 'SKIPPED' && !error && <p className="mt-1 text-muted">{t.notSetUp}</p>}
          </li>
        ))}
      </ul>
    </Section>
  );
}

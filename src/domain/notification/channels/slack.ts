/** Slack, or a service with the same webhooks (Mattermost, Rocket.Chat). */
import { z } from 'zod';
import { SECRET } from '../../input-forms.js';
import { hintOf } from '../../stored-secret.js';
import type { NotificationMessage } from '../compose.js';
import { oneLine } from '../one-line.js';
import { channelKind, refuse } from './channel-kind.js';
import { channelUrl, hint, sealed } from './forms.js';

export const slack = channelKind({
  noun: 'a Slack channel',
  about: 'A Slack incoming webhook.',
  secret: 'url',
  settings: {
    url: {
      form: channelUrl.meta(SECRET).nullish(),
      output: 'URL of the incoming webhook. It is a secret, because whoever knows it can post.',
      input: 'URL of the incoming webhook. Omit it to keep the stored one.',
    },
  },
  stored: z.object({ url: sealed, urlHint: hint }),
  draft({ url }, { before, checkUrl, seal }) {
    if (url == null) return before ? { kind: 'ok', settings: before } : refuse('url', 'is required');
    const issues = checkUrl(url, 'url');
    if (issues.length > 0) return { kind: 'validation', issues };
    return { kind: 'ok', settings: { url: seal(url), urlHint: `${new URL(url).host} ${hintOf(url)}` } };
  },
  maskedTarget: ({ urlHint }) => urlHint ?? '…',
  transmit: ({ url }, { message }) => ({
    protocol: 'http',
    url,
    payload: payloadOf(message),
    secrets: [url, new URL(url).pathname],
  }),
});

/** A limit of Block Kit. */
const MAX_HEADER = 150;

/** The message as blocks, and as one text for notifications and clients without blocks. */
function payloadOf({ subject, summary, facts, link }: NotificationMessage): object {
  const section = (content: object) => ({ type: 'section', ...content });
  const plain = (text: string) => ({ type: 'plain_text', text });
  const markup = (text: string) => ({ type: 'mrkdwn', text });
  const fields = facts.map(({ label, value }) => markup(`*${label}*\n${escapeMarkup(value)}`));
  return {
    text: escapeMarkup(`${subject}: ${summary}`),
    blocks: [
      { type: 'header', text: plain(oneLine(subject, MAX_HEADER)) },
      section({ text: plain(summary) }),
      ...(fields.length > 0 ? [section({ fields })] : []),
      section({ text: markup(`<${escapeMarkup(link)}|Open in Callboard>`) }),
    ],
  };
}

/** The three characters with which markup, mentions and links begin. */
function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

import type { NotificationMessage } from './compose.js';
import { oneLine } from './one-line.js';

/** A limit of Block Kit. */
const MAX_HEADER = 150;

/**
 * The message for Slack (or Mattermost, Rocket.Chat): blocks, and one text for notifications and clients
 * without blocks.
 */
export function slackPayload({ subject, summary, facts, link }: NotificationMessage): object {
  const section = (text: object) => ({ type: 'section', text });
  return {
    text: escapeSlack(`${subject}: ${summary}`),
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: oneLine(subject, MAX_HEADER) } },
      section({ type: 'plain_text', text: summary }),
      ...(facts.length === 0
        ? []
        : [
            {
              type: 'section',
              fields: facts.map(({ label, value }) => ({
                type: 'mrkdwn',
                text: `*${label}*\n${escapeSlack(value)}`,
              })),
            },
          ]),
      section({ type: 'mrkdwn', text: `<${escapeSlack(link)}|Open in Callboard>` }),
    ],
  };
}

/** The three characters with which markup, mentions and links begin. */
export function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

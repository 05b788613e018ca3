import { realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parse, stringify } from 'yaml';
import { AUTHENTICATIONS, type AuthenticationType } from '../../domain/agent/authentication.js';
import { CONFIGURATION_KINDS, type ConfigurationKind } from '../../domain/configuration/kinds.js';
import { isObject } from '../../domain/json.js';
import { CHANNEL_KINDS } from '../../domain/notification/channel.js';
import { makeFolder } from '../../runtime/make-folder.js';
import { writeFailure } from '../../runtime/write-failure.js';
import { usageError } from '../cli-error.js';
import type { Client } from '../connection/client.js';
import type { Connection } from '../connection/connection.js';
import type { Output } from '../output.js';

export interface ExportRequest {
  kind?: string[];
  managedBy?: string;
  /** Defaults to standard output. */
  output?: string;
}

type ExportedDocument = Record<string, unknown> & { kind: ConfigurationKind; key: string };

interface Page {
  page: { documents: ExportedDocument[]; nextAfter: string | null; withoutKey: number };
}

const PAGE = `query ($kind: ConfigurationKind!, $managedBy: String, $after: String) {
  page: configuration(kind: $kind, managedBy: $managedBy, after: $after) { documents nextAfter withoutKey }
}`;

/** `callboard export`. Replaces existing files, each as a whole. @throws StartupError if a file cannot be written */
export async function writeConfiguration(
  { client, url }: Connection,
  { kind, managedBy, output: target }: ExportRequest,
  output: Output,
): Promise<void> {
  const documents: ExportedDocument[] = [];
  for (const one of kind?.map(kindOf) ?? CONFIGURATION_KINDS) {
    const { documents: found, withoutKey } = await readKind(client, one, managedBy);
    documents.push(...found);
    if (withoutKey > 0)
      output.note(
        `Left out because they have no key: ${withoutKey} of kind ${one}. Give them keys to export them.`,
      );
  }
  const schema = `# yaml-language-server: $schema=${url}/admin/configuration.schema.json\n`;
  if (target === undefined) return output.result(documents, () => schema + asYaml(documents));
  const files = /\.ya?ml$/.test(target)
    ? [{ path: target, documents }]
    : documents.map((document) => ({
        path: join(target, folderOf(document.kind), `${document.key}.yaml`),
        documents: [document],
      }));
  for (const file of files) {
    try {
      await makeFolder(dirname(file.path));
      await replaceFile(file.path, schema + asYaml(file.documents));
    } catch (error) {
      throw writeFailure(file.path, error, 'choose another file or folder with -o');
    }
  }
  output.result({ files: files.map(({ path }) => path) }, () => files.map(({ path }) => path).join('\n'));
}

/** If writing fails, for example because the disk is full, the old file stays as it was. */
async function replaceFile(path: string, text: string): Promise<void> {
  const file = await realpath(path).catch(() => path);
  const existing = await stat(file).catch(() => undefined);
  if (existing && !existing.isFile()) return writeFile(file, text); // a device or a pipe
  const draft = `${file}.${process.pid}`;
  try {
    await writeFile(draft, text, { mode: existing?.mode });
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    throw error;
  }
}

async function readKind(client: Client, kind: ConfigurationKind, managedBy: string | undefined) {
  const documents: ExportedDocument[] = [];
  const constant = kind.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase();
  for (let after: string | null = null; ; ) {
    const { page }: Page = await client.request<Page>(PAGE, { kind: constant, managedBy, after });
    documents.push(...page.documents);
    after = page.nextAfter;
    if (after === null) return { documents, withoutKey: page.withoutKey };
  }
}

function kindOf(given: string): ConfigurationKind {
  const kind = CONFIGURATION_KINDS.find((known) => known.toLowerCase() === given.toLowerCase());
  if (kind) return kind;
  throw usageError(`--kind must be one of ${CONFIGURATION_KINDS.join(', ')}`);
}

/** Such as `notification-channels`. */
function folderOf(kind: ConfigurationKind): string {
  return `${kind.replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase()}s`;
}

const LAYOUT = { lineWidth: 110 } as const;

function asYaml(documents: readonly ExportedDocument[]): string {
  return documents.map((document) => secretNote(document) + textOf(document)).join('---\n');
}

/**
 * Block text is easy to read but loses leading or trailing blanks of some texts. If it would, all
 * texts are quoted.
 */
function textOf(document: ExportedDocument): string {
  const text = stringify(document, LAYOUT);
  const isExact = JSON.stringify(parse(text)) === JSON.stringify(document);
  return isExact ? text : stringify(document, { ...LAYOUT, blockQuote: false });
}

/** Lists the secrets that another server needs to create the object. */
function secretNote({ kind, ...fields }: ExportedDocument): string {
  const missing = secretsOf(kind, fields);
  if (missing.length === 0) return '';
  return `# Not exported, because it is secret: ${missing.join(', ')}. To set it: { env: NAME } or { file: PATH }\n`;
}

function secretsOf(kind: ConfigurationKind, fields: Record<string, unknown>): string[] {
  switch (kind) {
    case 'Agent': {
      const { authentication } = fields.endpoint as { authentication?: { type: AuthenticationType } };
      const field = authentication && AUTHENTICATIONS[authentication.type]?.secret;
      return field ? [`endpoint.authentication.${field}`] : [];
    }
    case 'Webhook':
      return ['secret'];
    case 'NotificationChannel':
      return Object.entries(CHANNEL_KINDS).flatMap(([type, { secret, needsSecret }]) => {
        const settings = fields[type];
        return isObject(settings) && (needsSecret?.(settings) ?? true) ? [`${type}.${secret}`] : [];
      });
    default:
      return [];
  }
}

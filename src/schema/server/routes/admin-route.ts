/** Serves the files of the admin that `npm run build` made. They are read once and sent from memory. */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { extname, join, sep } from 'node:path';
import { sendJson } from '../send-json.js';

/**
 * Only files of this server, no inline scripts, no frames: a script that gets into a page through a
 * name or a result does not run. Inline styles need the nonce of the page.
 */
const contentSecurityPolicy = (nonce: string) =>
  [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

const ISOLATION = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
} as const;

const PAGE = 'index.html';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
};

/** In order of preference: the first that the browser accepts is sent. */
const ENCODINGS = [
  { name: 'br', extension: '.br' },
  { name: 'gzip', extension: '.gz' },
] as const;

/** Placeholder for the nonce in the page. */
const NONCE = 'nonce="NONCE"';

interface AdminFile {
  type: string;
  etag: string;
  /** Whether the name contains a hash of the content. */
  immutable: boolean;
  content: Buffer;
  encoded: { name: string; content: Buffer }[];
}

/** Answers `/admin` and all paths below it. `path` has no query string. */
export type AdminRoute = (path: string, request: IncomingMessage, response: ServerResponse) => void;

/** @param directory with the build of the admin; if it is missing, visitors get a message that says so */
export function createAdminRoute(directory: string): AdminRoute {
  const files = existsSync(directory) ? readFiles(directory) : new Map<string, AdminFile>();

  return (path, request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return sendJson(response, 405, { error: 'Use GET for pages.' }, { allow: 'GET, HEAD' });
    }
    // Only names found at start are served, so no path leads out of the directory.
    const name = path.slice('/admin/'.length);
    const file = name === PAGE ? undefined : files.get(name);
    if (file) return send(file, request, response);
    if (name.startsWith('assets/')) return sendJson(response, 404, { error: 'There is no such file.' });
    // Any other path is a page of the application, which routes it in the browser.
    const page = files.get(PAGE);
    if (page) return sendPage(page, request, response);
    sendJson(response, 503, {
      error: 'The admin has not been built: run "npm run build", then restart the server.',
    });
  };
}

function sendPage({ type, content }: AdminFile, request: IncomingMessage, response: ServerResponse): void {
  const nonce = randomBytes(16).toString('base64url');
  const page = content.toString().replace(NONCE, `nonce="${nonce}"`);
  response.writeHead(200, {
    ...ISOLATION,
    'content-type': type,
    'content-length': Buffer.byteLength(page),
    'cache-control': 'no-store',
    'content-security-policy': contentSecurityPolicy(nonce),
  });
  response.end(request.method === 'HEAD' ? undefined : page);
}

function send(file: AdminFile, request: IncomingMessage, response: ServerResponse): void {
  const accepted = acceptedEncodings(request);
  const encoded = file.encoded.find(({ name }) => accepted.has(name));
  const etag = encoded ? `"${file.etag}-${encoded.name}"` : `"${file.etag}"`;
  const { content } = encoded ?? file;
  const headers: OutgoingHttpHeaders = {
    etag,
    vary: 'accept-encoding',
    ...ISOLATION,
    'cache-control': file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
  };
  response.removeHeader('x-accel-buffering');
  if (request.headers['if-none-match']?.split(/\s*,\s*/).includes(etag)) {
    response.writeHead(304, headers).end();
    return;
  }
  response.writeHead(200, {
    ...headers,
    'content-type': file.type,
    'content-length': content.length,
    ...(encoded && { 'content-encoding': encoded.name }),
  });
  response.end(request.method === 'HEAD' ? undefined : content);
}

function acceptedEncodings({ headers }: IncomingMessage): Set<string> {
  const given = String(headers['accept-encoding'] ?? '').split(',');
  const wanted = given.filter((item) => !/;\s*q=0(\.0*)?\s*$/.test(item));
  return new Set(wanted.map((item) => item.split(';')[0]?.trim().toLowerCase() ?? ''));
}

/** By path below the directory, with forward slashes. */
function readFiles(directory: string): Map<string, AdminFile> {
  const files = new Map<string, AdminFile>();
  for (const name of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
    const type = TYPES[extname(name)];
    const path = join(directory, name);
    if (type === undefined || !statSync(path).isFile()) continue;
    const content = readFileSync(path);
    const url = name.split(sep).join('/');
    files.set(url, {
      type,
      content,
      etag: createHash('sha256').update(content).digest('base64url').slice(0, 22),
      immutable: url.startsWith('assets/'),
      encoded: ENCODINGS.filter(({ extension }) => existsSync(path + extension)).map((encoding) => ({
        name: encoding.name,
        content: readFileSync(path + encoding.extension),
      })),
    });
  }
  return files;
}

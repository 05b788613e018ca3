/**
 * Collects the pages of the site in `.pages`: the documents of the repository, at the same paths, and a reference of the GraphQL API.
 * What the site lists is what docs/README.md lists.
 */
import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path/posix';
import { fileURLToPath } from 'node:url';
import { graphqlPages } from './graphql-pages.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PAGES = fileURLToPath(new URL('.pages/', import.meta.url));
const GRAPHQL = 'docs/graphql';

async function documents() {
  const docs = (await readdir(join(ROOT, 'docs'), { recursive: true })).map((name) => join('docs', name));
  const examples = (await readdir(join(ROOT, 'examples'))).map((name) => join('examples', name, 'README.md'));
  const others = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', 'admin/README.md'];
  const kits = ['packages/agent/README.md', 'sdk/python/README.md', 'examples/README.md'];
  const found = [...docs.filter((name) => name.endsWith('.md')), ...others, ...kits];
  for (const name of examples) if (await isFile(name)) found.push(name);
  return new Set(found);
}

const isFile = (name) =>
  stat(join(ROOT, name)).then(
    (found) => found.isFile(),
    () => false,
  );

/** The page at a path: README.md is the index of its folder. */
const pageOf = (name) => name.replace(/README\.md$/, 'index.md');

/** Links to documents lead to their pages. Links to other files of the repository become text. */
function rewriteLinks(name, text, known) {
  return text.replaceAll(/(!?)\[([^\]]*)\]\(([^)\s]+)\)/g, (link, image, label, target) => {
    const [path, anchor] = target.split('#');
    if (image || path === '' || /^[a-z]+:/.test(path)) return link;
    const file = normalize(join(dirname(name), path)).replace(/\/$/, '');
    const found = [file, `${file}/README.md`].find((one) => known.has(one));
    if (!found && file === 'schema.graphql') return `[${label}](/${GRAPHQL}/queries.md)`;
    if (!found) return label;
    return `[${label}](/${pageOf(found)}${anchor === undefined ? '' : `#${anchor}`})`;
  });
}

/** HTML is not rendered: a picture for light and dark becomes the light one. */
const withoutHtml = (text) =>
  text.replaceAll(/<picture>[\s\S]*?<img alt="([^"]*)" src="([^"]*)"[^>]*>\s*<\/picture>/g, '![$1]($2)');

/** Headings of docs/README.md and their bullets. */
function sidebarOf(index, known) {
  const sections = index.split(/^## /m).slice(1);
  return sections.map((section) => {
    const [text = '', ...lines] = section.split('\n');
    const bullets = lines.join('\n').split(/^- /m).slice(1);
    const items = bullets.flatMap((bullet) =>
      [...bullet.matchAll(/\[([^\]]+)\]\(([^)]+)\)/g)].flatMap(([, label, target]) => {
        const [path, anchor] = target.split('#');
        const file = normalize(join('docs', path)).replace(/\/$/, '');
        const found = [file, `${file}/README.md`].find((one) => known.has(one));
        const link = found && `/${pageOf(found).replace(/(index)?\.md$/, '')}${anchor ? `#${anchor}` : ''}`;
        return link ? [{ text: label.replaceAll('\n', ' '), link }] : [];
      }),
    );
    return { text, items, collapsed: false };
  });
}

await rm(PAGES, { recursive: true, force: true });
const known = await documents();
for (const name of known) {
  const text = await readFile(join(ROOT, name), 'utf8');
  const target = join(PAGES, pageOf(name));
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, withoutHtml(rewriteLinks(name, text, known)));
}
for (const folder of ['docs/performance', 'docs/pictures'])
  await cp(join(ROOT, folder), join(PAGES, folder), { recursive: true }).catch((error) => {
    if (error.code !== 'ENOENT') throw error;
  });
await mkdir(join(PAGES, 'public'));
await cp(join(ROOT, 'admin/public/favicon.svg'), join(PAGES, 'public/favicon.svg'));
const graphql = graphqlPages(await readFile(join(ROOT, 'schema.graphql'), 'utf8'));
await mkdir(join(PAGES, GRAPHQL), { recursive: true });
for (const { name, text } of graphql) await writeFile(join(PAGES, GRAPHQL, `${name}.md`), text);
const sidebar = sidebarOf(await readFile(join(ROOT, 'docs/README.md'), 'utf8'), known);
const reference = sidebar.find(({ text }) => text === 'Reference');
if (!reference) throw new Error('docs/README.md has no section "Reference"');
const items = graphql.map(({ name, title }) => ({ text: title, link: `/${GRAPHQL}/${name}` }));
reference.items.push({ text: 'GraphQL', items, collapsed: true });
await writeFile(join(PAGES, 'sidebar.json'), JSON.stringify(sidebar));

import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitepress';

// Written by collect.mjs.
const sidebar = JSON.parse(readFileSync(new URL('../.pages/sidebar.json', import.meta.url), 'utf8'));

// The site also works from a folder of any web server.
const base = process.env.DOCS_BASE ?? '/';

export default defineConfig({
  title: 'Callboard',
  description: 'Schedules HTTP agents and pipelines of agents.',
  srcDir: '.pages',
  outDir: 'dist',
  base,
  head: [['link', { rel: 'icon', href: `${base}favicon.svg` }]],
  // The documents are plain Markdown, as on GitHub: text such as <id> is text.
  markdown: {
    html: false,
    // Nothing in the documents is a template of Vue, whatever braces it has.
    config(md) {
      const { code_inline: code, text } = md.renderer.rules;
      md.renderer.rules.code_inline = (...args) => code(...args).replace('<code', '<code v-pre');
      md.renderer.rules.text = (...args) => text(...args).replaceAll('{{', '&#123;&#123;');
    },
  },
  themeConfig: {
    sidebar,
    outline: { level: [2, 3] },
    search: { provider: 'local' },
    nav: [
      { text: 'Tutorial', link: '/docs/tutorials/first-agent' },
      { text: 'Documentation', link: '/docs/' },
    ],
  },
});

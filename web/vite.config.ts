import { globSync, readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { buildMark } from './build/build-mark.ts';
import { lazyZod } from './build/lazy-zod.ts';
import { precompress } from './build/precompress.ts';
import { slimAntd } from './build/slim-antd.ts';

const server = process.env['MILLWRIGHT_SERVER'] ?? 'http://127.0.0.1:8080';
const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as {
  version: string;
};
const buildId = Date.now().toString(36);

/** Paths that the server answers; in development they are passed on to it. */
const SERVED = ['/api', '/home/getPersonal', '/erpProject', '/mom', '/person', '/edition/api'];

/**
 * Code that as many pages share as show the list of an entity, themselves or through a page made of it such as that of
 * the logs, is code of the list; dialogs and forms stay out.
 */
const LIST = /^import EntityPage from '.*\/entity\/entity-page\.tsx'/m;
const ofLists = sources('src/*/*-page.tsx')
  .filter(([, text]) => LIST.test(text))
  .map(([file]) => `/${file.slice('src/'.length)}'`);
const LIST_PAGES = sources('src/pages/**/*.tsx').filter(
  ([, text]) => LIST.test(text) || ofLists.some((path) => text.includes(path)),
).length;

/** Shared by as many, but by what opens later. */
const OF_DRAWERS = /\/antd\/es\/skeleton\//;

/** Besides charts only the whole set of menu icons draws these: no list is to bring them. */
const OF_CHARTS = /(?:FileExcel|FileImage|Table)Outlined/;

function sources(pattern: string): [file: string, text: string][] {
  return globSync(pattern, { cwd: import.meta.dirname }).map((file) => [
    file,
    readFileSync(new URL(file, import.meta.url), 'utf8'),
  ]);
}

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  plugins: [react(), slimAntd(), lazyZod(), buildMark(buildId), precompress()],
  define: {
    __VERSION__: JSON.stringify(version),
    __BUILD_ID__: JSON.stringify(command === 'build' ? buildId : 'development'),
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: Object.fromEntries(
      SERVED.map((path) => [path, { target: server, changeOrigin: false }]),
    ),
  },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: 'chunks.json',
    chunkSizeWarningLimit: 1_200,
    rolldownOptions: {
      // These packages do nothing when they are loaded but do not say so; what a page does not use of them stays out.
      treeshake: {
        moduleSideEffects: [
          { test: /node_modules\/(@rc-component|@ant-design)\/.*\.js$/, sideEffects: false },
        ],
      },
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules\/(react|react-dom|react-router|scheduler)\//,
              priority: 40,
            },
            { name: 'zod', test: /node_modules\/zod\//, priority: 30 },
            // What the sign-in page needs, and what every list page needs besides: one file each.
            {
              name: 'start',
              tags: ['$initial'],
              includeDependenciesRecursively: false,
              priority: 20,
            },
            {
              name: 'list',
              test: (id) => !OF_DRAWERS.test(id),
              minShareCount: LIST_PAGES,
              includeDependenciesRecursively: false,
              priority: 10,
            },
            // Else each icon that two files draw would be a file of its own, half a kilobyte for a call.
            {
              name: 'icons',
              test: (id) => id.includes('@ant-design/icons') && !OF_CHARTS.test(id),
              minShareCount: 2,
              includeDependenciesRecursively: false,
              priority: 5,
            },
          ],
        },
      },
    },
  },
}));

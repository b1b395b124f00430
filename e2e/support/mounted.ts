import path from 'node:path';
import type { Page } from '@playwright/test';
import { build } from 'vite';

const web = path.resolve(import.meta.dirname, '../../web');
const PROBE = '/assets/probe';

/**
 * Builds a component that no page holds yet and shows it inside a page of the product, under its content policy.
 * The component takes `value` and `onChange`; its last value stands in `window.probe`.
 */
export async function mount(page: Page, component: string, value: string): Promise<void> {
  const files = built.get(component) ?? builtOf(component);
  built.set(component, files);
  for (const [file, body] of await files) {
    const contentType = file.endsWith('.css') ? 'text/css' : 'text/javascript';
    await page.route(`**${PROBE}/${file}`, (route) => route.fulfill({ body, contentType }));
  }
  await page.evaluate(
    async ([base, given]) => {
      document.body.insertAdjacentHTML('afterbegin', '<div id="probe"></div>');
      const sheet = document.createElement('link');
      sheet.rel = 'stylesheet';
      sheet.href = `${base}/entry.css`;
      document.head.append(sheet);
      const built = (await import(`${base}/entry.js`)) as { show: (value: string) => void };
      built.show(given);
    },
    [PROBE, value] as const,
  );
}

/** The last value that the mounted component told. */
export function valueOf(page: Page): Promise<string> {
  return page.evaluate(() => String(Reflect.get(window, 'probe') ?? ''));
}

/** A component is built once for all the journeys of a worker. */
const built = new Map<string, Promise<[string, string][]>>();

async function builtOf(component: string): Promise<[string, string][]> {
  const entry = path.join(web, 'src/probe.tsx');
  const result = await build({
    configFile: false,
    root: web,
    logLevel: 'error',
    define: {
      'process.env.NODE_ENV': '"production"',
      __VERSION__: '""',
      __BUILD_ID__: '"probe"',
    },
    plugins: [
      {
        name: 'probe',
        enforce: 'pre',
        resolveId: (id) => (id === entry ? entry : null),
        load: (id) => (id === entry ? sourceOf(component) : null),
      },
    ],
    build: {
      write: false,
      minify: false,
      cssCodeSplit: false,
      lib: { entry, formats: ['es'], fileName: 'entry', cssFileName: 'entry' },
    },
  });
  const { output } = (Array.isArray(result) ? result[0] : result) as {
    output: readonly { fileName: string; code?: string; source?: string | Uint8Array }[];
  };
  return output.map((file) => [
    file.fileName.replace(/\.mjs$/, '.js'),
    file.code ?? Buffer.from(file.source ?? '').toString(),
  ]);
}

const sourceOf = (component: string) => `
  import { createElement, useState } from 'react';
  import { createRoot } from 'react-dom/client';
  import Component from './${component}';
  function Held({ given }) {
    const [value, setValue] = useState(given);
    window.probe = value;
    return createElement(Component, { value, onChange: setValue });
  }
  let root;
  export function show(given) {
    root?.unmount();
    root = createRoot(document.getElementById('probe'));
    root.render(createElement(Held, { given }));
  }
`;

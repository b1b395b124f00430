/** The four bases of the calls; each can be pointed elsewhere in the run-time `/config.json`. */
export type Base = 'api' | 'mom' | 'person' | 'edition';

export interface RunTimeConfig {
  readonly bases?: Partial<Record<Base, string>>;
  readonly companyName?: { readonly zh: string; readonly en: string };
}

/**
 * The run-time configuration: out of the page where the server wrote it there, else out of `/config.json`, read once. A
 * missing or broken one means one server for all bases.
 */
export function runTimeConfig(): Promise<RunTimeConfig> {
  loading ??= load();
  return loading;
}

/** The address that a path of a base is called at. */
export async function addressOf(base: Base, path: string): Promise<string> {
  const { bases } = await runTimeConfig();
  return (bases?.[base] ?? DEFAULTS[base]) + path;
}

/** Where the bases lie when nothing else is configured. */
export const DEFAULTS: Readonly<Record<Base, string>> = {
  api: '',
  mom: '/mom',
  person: '/person',
  edition: '/edition',
};

let loading: Promise<RunTimeConfig> | undefined;

async function load(): Promise<RunTimeConfig> {
  try {
    const inPage = globalThis.document?.getElementById('config')?.textContent;
    if (inPage) return JSON.parse(inPage) as RunTimeConfig;
    const answer = await fetch('/config.json', { cache: 'no-cache' });
    if (!answer.ok || !answer.headers.get('content-type')?.includes('json')) return {};
    return (await answer.json()) as RunTimeConfig;
  } catch {
    return {};
  }
}

/** The four bases of the calls; each can be pointed elsewhere in the run-time `/config.json`. */
export type Base = 'api' | 'mom' | 'person' | 'edition';

export interface RunTimeConfig {
  readonly bases?: Partial<Record<Base, string>>;
  readonly companyName?: { readonly zh: string; readonly en: string };
}

/** Reads `/config.json` once; a missing or broken file means one server for all bases. */
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
    const answer = await fetch('/config.json', { cache: 'no-cache' });
    if (!answer.ok || !answer.headers.get('content-type')?.includes('json')) return {};
    return (await answer.json()) as RunTimeConfig;
  } catch {
    return {};
  }
}

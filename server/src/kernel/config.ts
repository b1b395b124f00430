import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { z } from 'zod';

/** Settings of one server process, checked; `demo` is null when nobody decided (then the kind of database does). */
export interface Config {
  readonly host: string;
  readonly port: number;
  readonly dataFolder: string;
  readonly databaseUrl: string | null;
  readonly databaseAppUrl: string | null;
  readonly adminPassword: string | null;
  readonly demo: boolean | null;
  readonly logLevel: LogLevel;
  readonly trustedProxy: readonly string[];
  /** A broker of our own on a port, or any other; null = off. Nobody chose the usual port: it may be taken. */
  readonly mqtt: {
    readonly port: number | null;
    readonly isUsualPort: boolean;
    readonly url: string | null;
    readonly share: string | null;
  };
  /** What a reader of `/metrics` sends as a bearer token; null = this machine alone. */
  readonly metricsToken: string | null;
}

export type LogLevel = (typeof LOG_LEVELS)[number];

/** Wrong settings, all of them in one message. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Folder of the whole product, three levels above this file. */
export const ROOT_FOLDER = path.resolve(import.meta.dirname, '../../..');

/**
 * Reads `.env` of the product's folder and the environment, which wins; an empty value counts as not given.
 * Throws `ConfigError` that names every wrong setting at once.
 */
export function readConfig(
  environment: NodeJS.ProcessEnv = process.env,
  folder = ROOT_FOLDER,
): Config {
  const given = { ...readEnvFile(path.join(folder, '.env')), ...environment };
  const filled = Object.fromEntries(Object.entries(given).filter(([, value]) => value?.trim()));
  const judged = SETTINGS.safeParse(filled);
  if (!judged.success) throw new ConfigError(explain(judged.error));
  const settings = judged.data;
  return {
    host: settings.HOST,
    port: settings.PORT,
    dataFolder: path.resolve(folder, settings.DATA_DIR),
    databaseUrl: settings.DATABASE_URL ?? null,
    databaseAppUrl: settings.DATABASE_APP_URL ?? null,
    adminPassword: settings.ADMIN_PASSWORD ?? null,
    demo: settings.DEMO === undefined ? null : settings.DEMO === 'on',
    logLevel: settings.LOG_LEVEL,
    trustedProxy: settings.TRUSTED_PROXY,
    mqtt: mqttOf(settings),
    metricsToken: settings.METRICS_TOKEN ?? null,
  };
}

/** Without another broker, our own listens on the usual port. */
function mqttOf({ MQTT_PORT: port, MQTT_URL: url, MQTT_SHARE: share }: z.infer<typeof SETTINGS>) {
  const usual = url === undefined ? USUAL_MQTT_PORT : null;
  return {
    port: port === undefined ? usual : port,
    isUsualPort: port === undefined && usual !== null,
    url: url ?? null,
    share: share === 'off' ? null : share,
  };
}

const USUAL_MQTT_PORT = 1883;

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const postgresUrl = z
  .string()
  .trim()
  .regex(
    /^postgres(ql)?:\/\/\S+$/,
    'must be an address such as postgresql://user:password@host:5432/database',
  );

const SETTINGS = z
  .object({
    HOST: z
      .string()
      .trim()
      .regex(/^[\w.:-]+$/, 'must be an address or a host name such as 127.0.0.1')
      .default('127.0.0.1'),
    PORT: z
      .string()
      .trim()
      .regex(/^\d{1,5}$/, 'must be a whole number from 0 to 65535 (0 takes any free port)')
      .transform(Number)
      .refine(
        (port) => port <= 65535,
        'must be a whole number from 0 to 65535 (0 takes any free port)',
      )
      .default(8080),
    DATA_DIR: z.string().trim().default('./data'),
    DATABASE_URL: postgresUrl.optional(),
    DATABASE_APP_URL: postgresUrl.optional(),
    ADMIN_PASSWORD: z
      .string()
      .min(6, 'must have 6 to 20 characters')
      .max(20, 'must have 6 to 20 characters')
      .optional(),
    DEMO: z.enum(['on', 'off'], 'must be on or off').optional(),
    LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
    MQTT_PORT: z
      .string()
      .trim()
      .regex(/^([1-9]\d{0,4}|off)$/, 'must be a port from 1 to 65535, or off')
      .transform((port) => (port === 'off' ? null : Number(port)))
      .refine((port) => (port ?? 0) <= 65535, 'must be a port from 1 to 65535, or off')
      .optional(),
    MQTT_URL: z
      .string()
      .trim()
      .regex(
        /^(mqtts?|wss?):\/\/\S+$/,
        'must be an address such as mqtts://user:password@host:8883',
      )
      .optional(),
    MQTT_SHARE: z
      .string()
      .trim()
      .regex(/^\w{1,40}$/, 'must be a word, or off')
      .default('millwright'),
    TRUSTED_PROXY: z
      .string()
      .transform((list) => list.split(',').map((entry) => entry.trim()))
      .refine(
        (list) => list.every(isAddress),
        'must be IP addresses or networks, separated by commas',
      )
      .default([]),
    METRICS_TOKEN: z
      .string()
      .regex(/^[\w.~+/=-]{16,200}$/, 'must have 16 to 200 letters, digits or . _ ~ + / = -')
      .optional(),
  })
  .refine((settings) => !settings.DATABASE_APP_URL || settings.DATABASE_URL, {
    path: ['DATABASE_APP_URL'],
    message: 'needs DATABASE_URL beside it',
    // Also beside other wrong settings: all of them are told at once.
    when: () => true,
  });

function isAddress(entry: string): boolean {
  return z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]).safeParse(entry).success;
}

function readEnvFile(file: string): NodeJS.Dict<string> {
  return existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
}

function explain(error: z.ZodError): string {
  const lines = error.issues.map((issue) => `  ${issue.path.join('.')} ${issue.message}`);
  return ['These settings are wrong (environment or .env):', ...lines].join('\n');
}

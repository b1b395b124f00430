import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';

/** What a request tells of the program and the place that it comes from. */
export interface Client {
  readonly host: string;
  readonly location: 'intranet' | 'internet';
  readonly browser: string;
  readonly os: string;
  readonly clientKind: 'web' | 'kanban' | 'terminal' | 'apk';
  readonly userAgent: string;
}

/** Reads address and program of a request; both are for people to look at, never for decisions about rights. */
export function clientOf(address: string, headers: IncomingHttpHeaders): Client {
  const userAgent = (headers['user-agent'] ?? '').slice(0, 300);
  const host = address.replace(/^::ffff:/, '').slice(0, 60);
  return {
    host,
    location: locationOf(host),
    browser: browserOf(userAgent),
    os: osOf(userAgent),
    clientKind: kindOf(userAgent),
    userAgent,
  };
}

/** Private and local networks are the intranet. */
export function locationOf(host: string): 'intranet' | 'internet' {
  return isIP(host) === 0 || PRIVATE.test(host) ? 'intranet' : 'internet';
}

const PRIVATE =
  /^(10\.|127\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.|::1$|f[cd][0-9a-f]{2}:|fe80:)/i;

function browserOf(agent: string): string {
  const known = /(Edg|OPR|MicroMessenger|Firefox|Chrome|HeadlessChrome)\/(\d+)/.exec(agent);
  if (known) return `${NAMES[known[1] ?? ''] ?? known[1]} ${known[2]}`;
  const safari = /Version\/(\d+).*Safari/.exec(agent);
  return safari ? `Safari ${safari[1]}` : (agent.split(/[\s/]/)[0]?.slice(0, 40) ?? '');
}

const NAMES: Readonly<Record<string, string>> = {
  Edg: 'Edge',
  OPR: 'Opera',
  MicroMessenger: 'WeChat',
  HeadlessChrome: 'Chrome',
};

function osOf(agent: string): string {
  const android = /Android (\d+)/.exec(agent);
  if (android) return `Android ${android[1]}`;
  if (agent.includes('Windows NT 10')) return 'Windows 10/11';
  if (agent.includes('Windows')) return 'Windows';
  if (/iPhone|iPad/.test(agent)) return 'iOS';
  if (agent.includes('Mac OS X')) return 'macOS';
  return agent.includes('Linux') ? 'Linux' : '';
}

function kindOf(agent: string): Client['clientKind'] {
  if (/millwright-kanban/i.test(agent)) return 'kanban';
  if (/millwright-terminal/i.test(agent)) return 'terminal';
  return /millwright-apk/i.test(agent) ? 'apk' : 'web';
}

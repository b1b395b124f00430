/** Reads one cookie; undefined when it is not there. */
export function readCookie(name: string): string | undefined {
  for (const pair of document.cookie.split('; ')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at) === name) return decodeURIComponent(pair.slice(at + 1));
  }
  return undefined;
}

/** Writes a cookie for the whole site (`SameSite=Strict`, `Secure` on HTTPS); undefined removes it. */
export function writeCookie(name: string, value: string | undefined, days?: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  const age = value === undefined ? '; Max-Age=0' : days ? `; Max-Age=${days * 86_400}` : '';
  document.cookie = `${name}=${encodeURIComponent(value ?? '')}; Path=/; SameSite=Strict${secure}${age}`;
}

import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  type CryptoKey,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  jwtVerify,
  SignJWT,
} from 'jose';
import { LRUCache } from 'lru-cache';

/** What a token says: whose (public id), which session, until when (seconds since 1970). */
export interface Claims {
  readonly sub: string;
  readonly sid: string;
  readonly exp: number;
}

/** Signs and reads the tokens of one installation. */
export interface Tokens {
  sign(claims: Claims): Promise<string>;
  /** The claims of a token that this installation signed and that has not run out; null otherwise. */
  read(token: string): Promise<Claims | null>;
}

/**
 * Opens the signing keys below `folder` (made at first start, outside the database and its dumps). The newest key
 * signs, every key there verifies: a further file rotates them.
 */
export async function openTokens(folder: string): Promise<Tokens> {
  const keys = await openKeys(folder);
  const newest = keys[keys.length - 1] as SigningKey;
  const known = keyring(folder, keys);
  const cache = new LRUCache<string, Claims>({ max: 10_000 });
  return {
    sign: ({ sub, sid, exp }) =>
      new SignJWT({ typ: 'access', sid })
        .setProtectedHeader({ alg: ALGORITHM, kid: newest.kid })
        .setSubject(sub)
        .setIssuer(ISSUER)
        .setAudience(ISSUER)
        .setIssuedAt()
        .setExpirationTime(exp)
        .sign(newest.privateKey),
    async read(token) {
      const claims = cache.get(token) ?? (await verified(token, known));
      if (!claims || claims.exp * 1000 <= Date.now()) return null;
      cache.set(token, claims);
      return claims;
    },
  };
}

/** A new session secret (256 bits) as it goes to the client. */
export function newCode(): string {
  return randomBytes(32).toString('base64url');
}

/** What the server keeps of a session secret. */
export function digestOf(code: string): string {
  return hash('sha256', code, 'base64url');
}

/** Compares a secret with a kept digest in constant time. */
export function codeFits(code: string, digest: string): boolean {
  const [sent, kept] = [Buffer.from(digestOf(code)), Buffer.from(digest)];
  return sent.length === kept.length && timingSafeEqual(sent, kept);
}

const ALGORITHM = 'EdDSA';
const ISSUER = 'millwright';

interface SigningKey {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
}

type FindKey = (kid: string) => Promise<CryptoKey | undefined>;

/** Keys by their ids; for one that another process has made since, the folder is read again, at most once in 5 s. */
function keyring(folder: string, keys: readonly SigningKey[]): FindKey {
  const byId = new Map(keys.map((key) => [key.kid, key.publicKey]));
  let readAt = 0;
  return async (kid) => {
    if (!byId.has(kid) && Date.now() - readAt > 5000) {
      readAt = Date.now();
      for (const key of await openKeys(folder)) byId.set(key.kid, key.publicKey);
    }
    return byId.get(kid);
  };
}

async function verified(token: string, known: FindKey): Promise<Claims | null> {
  if (token.length > 2000) return null;
  const find = async ({ kid }: { kid?: string }) => {
    const key = await known(kid ?? '');
    if (!key) throw new Error('unknown key');
    return key;
  };
  try {
    const { payload } = await jwtVerify(token, find, {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      audience: ISSUER,
    });
    const { sub, sid, exp, typ } = payload;
    if (
      typ !== 'access' ||
      typeof sub !== 'string' ||
      typeof sid !== 'string' ||
      typeof exp !== 'number'
    )
      return null;
    return { sub, sid, exp };
  } catch {
    return null;
  }
}

async function openKeys(folder: string): Promise<SigningKey[]> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await keyFiles(folder)).length === 0) await makeKey(folder);
  const files = await keyFiles(folder);
  return Promise.all(
    files.map(async (file) =>
      readKey(JSON.parse(await readFile(path.join(folder, file), 'utf8')) as JWK),
    ),
  );
}

async function keyFiles(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => /^signing-.*\.json$/.test(name)).sort();
}

async function makeKey(folder: string): Promise<void> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  const kid = `${Date.now()}-${randomBytes(4).toString('hex')}`;
  const jwk = JSON.stringify({ ...(await exportJWK(privateKey)), kid });
  // Another process that starts now must find the whole key or none.
  const written = path.join(folder, `.signing-${kid}`);
  await writeFile(written, jwk, { mode: 0o600, flush: true });
  await rename(written, path.join(folder, `signing-${kid}.json`));
}

async function readKey(jwk: JWK): Promise<SigningKey> {
  const { d: _secret, ...open } = jwk;
  const [privateKey, publicKey] = await Promise.all([
    importJWK(jwk, ALGORITHM),
    importJWK(open, ALGORITHM),
  ]);
  return {
    kid: jwk.kid ?? '',
    privateKey: privateKey as CryptoKey,
    publicKey: publicKey as CryptoKey,
  };
}

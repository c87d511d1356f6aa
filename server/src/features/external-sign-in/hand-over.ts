/** Passes the result of a sign-in in a browser to an app, encrypted with a pad that only the app knows. */
import { createCipheriv, randomBytes } from 'node:crypto';
import { auditSignIn } from '../../core/audit/index.ts';
import type { AppContext } from '../../core/context/index.ts';
import { useOnce } from '../../core/limits/index.ts';
import { openJson, sealJson } from '../../lib/sealed-json.ts';
import { openApiKey } from '../../lib/secrets.ts';
import type { RequestOrigin } from '../../lib/telemetry/current-request.ts';
import { type ExternalSession, noteDevice } from '../../core/sessions/index.ts';
import { noteKey } from '../../core/sign-in-providers/index.ts';

/** The API key of a user who has just signed in. @param external If a provider has authenticated them. */
export async function handOutKey(
  app: AppContext,
  orgId: number,
  userId: number,
  external: ExternalSession | undefined,
  origin: RequestOrigin,
): Promise<string> {
  return app.db.write(orgId, { id: userId }, async (tx) => {
    const { api_key_box, api_key_hash } = await tx.q
      .selectFrom('person')
      .select(['api_key_box', 'api_key_hash'])
      .where('id', '=', userId)
      .where('org_id', '=', orgId)
      .executeTakeFirstOrThrow();
    if (external) await noteKey(tx, external.identityId, api_key_hash, external.sid);
    const { client: userAgent, address = '' } = origin;
    await noteDevice(tx, `app ${userAgent}`, { userId, userAgent, address });
    await auditSignIn(tx, userId, 'api_key', origin);
    return openApiKey(app.secrets, api_key_box);
  });
}

/** The key XOR the pad, byte by byte, in hexadecimal. */
export function encryptForMobile(apiKey: string, otp: string): string {
  const pad = Buffer.from(otp, 'hex');
  const bytes = Buffer.from(apiKey, 'ascii').map((byte, i) => byte ^ (pad[i] ?? 0));
  return Buffer.from(bytes).toString('hex');
}

/** Nonce, ciphertext and tag of AES-GCM in hexadecimal, with the pad as key. */
export function encryptForDesktop(token: string, otp: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(otp, 'hex'), nonce);
  return Buffer.concat([nonce, cipher.update(token, 'ascii'), cipher.final(), cipher.getAuthTag()]).toString(
    'hex',
  );
}

interface WaitingSignIn {
  orgId: number;
  userId: number;
  external?: ExternalSession;
  /** As of the verification of the password. */
  passwordHash?: string | null;
  next: string;
  expiresAt: number;
}

const tokenMs = 15_000;
const purpose = 'sign-in of a desktop app';

/** A sealed sign-in, valid for a few seconds until the app requests its session. Every node can open it. */
export function getLoginToken(app: AppContext, signIn: Omit<WaitingSignIn, 'expiresAt'>): string {
  const waiting: WaitingSignIn = { ...signIn, expiresAt: app.clock.now() + tokenMs };
  return sealJson(app.secrets, purpose, waiting);
}

/** Each token is valid once. */
export async function takeLoginToken(
  app: AppContext,
  orgId: number,
  token: string,
): Promise<WaitingSignIn | undefined> {
  const found = openJson<WaitingSignIn>(app.secrets, purpose, token);
  if (found?.orgId !== orgId || found.expiresAt <= app.clock.now()) return undefined;
  return (await useOnce(app, token)) ? found : undefined;
}

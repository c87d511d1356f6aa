/**
 * A pending sign-in with a provider. Its state is in an encrypted and authenticated cookie: no other browser can complete it,
 * and nothing is stored for sign-ins that are abandoned.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { AppContext } from '../../core/context/index.ts';
import { useOnce } from '../../core/limits/index.ts';
import { apiError } from '../../lib/errors.ts';
import type { FlowSecrets } from '../../lib/oidc/person.ts';
import { openJson, sealJson } from '../../lib/sealed-json.ts';
import type { Secrets } from '../../lib/secrets.ts';

/** What happens after the sign-in. */
interface Purpose {
  /** A path of this server. */
  next: string;
  /** The key of an invitation. */
  invitation?: string | undefined;
  /** One-time pads of apps; the browser itself is then not signed in. */
  mobileOtp?: string | undefined;
  desktopOtp?: string | undefined;
}

export interface Flow extends FlowSecrets, Purpose {
  orgId: number;
  provider: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

export const flowSeconds = 600;
const random = (): string => randomBytes(32).toString('base64url');

export const newFlow = (
  { clock }: Pick<AppContext, 'clock'>,
  orgId: number,
  provider: string,
  purpose: Purpose,
): Flow => ({
  ...purpose,
  orgId,
  provider,
  state: random(),
  nonce: random(),
  verifier: random(),
  expiresAt: clock.now() + flowSeconds * 1000,
});

const purpose = 'external sign-in';

export const sealFlow = (secrets: Secrets, flow: Flow): string => sealJson(secrets, purpose, flow);

/** @returns `undefined` unless this server has sealed it */
export const openFlow = (secrets: Secrets, text: string): Flow | undefined =>
  openJson<Flow>(secrets, purpose, text);

/** @returns whether the response belongs to this flow of this organization, which was not completed before */
export async function takeFlow(
  app: AppContext,
  flow: Flow,
  at: { orgId: number; provider: string; state: string },
): Promise<boolean> {
  const [expected, given] = [Buffer.from(flow.state), Buffer.from(at.state)];
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) return false;
  if (flow.orgId !== at.orgId || flow.provider !== at.provider || flow.expiresAt <= app.clock.now())
    return false;
  return useOnce(app, `state ${flow.state}`);
}

const otpForm = /^[0-9a-fA-F]{64}$/;

/** @throws ApiError for an invalid pad, and for two pads */
export function checkedOtp({
  mobile,
  desktop,
}: {
  mobile?: string | undefined;
  desktop?: string | undefined;
}): void {
  if (mobile !== undefined && desktop !== undefined) throw apiError('sign-in.two-flows');
  const given = mobile ?? desktop;
  if (given !== undefined && !otpForm.test(given)) throw apiError('sign-in.invalid-otp');
}

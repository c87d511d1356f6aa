/** Creates passkeys by the browser. */
import type { AddPasskeyParams, PasskeyChallengeResponse } from '../../../../../../wire/passkeys.ts';

export const hasPasskeys = (): boolean => 'PublicKeyCredential' in window;

type Created = Omit<AddPasskeyParams, 'state' | 'name'>;

/** @returns undefined if it was cancelled or failed */
export async function createPasskey(asked: PasskeyChallengeResponse): Promise<Created | undefined> {
  const response = await navigator.credentials
    .create({
      publicKey: {
        challenge: decode(asked.challenge),
        rp: { id: asked.rp_id, name: asked.rp_name },
        user: { id: decode(asked.user_handle), name: asked.user_name, displayName: asked.user_name },
        pubKeyCredParams: asked.algorithms.map((alg) => ({ type: 'public-key', alg })),
        excludeCredentials: asked.exclude.map((id) => ({ type: 'public-key', id: decode(id) })),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
      },
    })
    // The browser does not report enough to distinguish an error from a cancellation.
    .catch(() => null);
  const made = response instanceof PublicKeyCredential ? response.response : undefined;
  if (!(made instanceof AuthenticatorAttestationResponse)) return undefined;
  const publicKey = made.getPublicKey();
  if (publicKey === null) return undefined;
  return {
    client_data: encode(made.clientDataJSON),
    authenticator_data: encode(made.getAuthenticatorData()),
    public_key: encode(publicKey),
  };
}

const decode = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));

const encode = (buffer: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

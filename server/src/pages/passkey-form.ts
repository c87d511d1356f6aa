/** The passkey form of sign-in pages, shown by a script if the browser supports passkeys. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Challenge, PasskeyAssertion } from '../features/two-factor/index.ts';
import { getFields } from './layout/forms.ts';
import { html, type Html } from './layout/html.ts';
import { isObject } from '../lib/objects.ts';

const path = '/static/passkey.js';

const script = `(() => {
  const form = document.getElementById('passkey');
  if (!form || !window.PublicKeyCredential) return;
  form.hidden = false;
  const { credential } = form.elements;
  const encode = (buffer) =>
    btoa(String.fromCharCode(...new Uint8Array(buffer)))
      .replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  const decode = (text) =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const { challenge, verification, known } = JSON.parse(form.dataset.request);
    try {
      const { id, response } = await navigator.credentials.get({
        publicKey: {
          challenge: decode(challenge),
          rpId: location.hostname,
          userVerification: verification,
          allowCredentials: known.map((one) => ({ type: 'public-key', id: decode(one) })),
        },
      });
      credential.value = JSON.stringify({
        id,
        clientData: encode(response.clientDataJSON),
        authenticatorData: encode(response.authenticatorData),
        signature: encode(response.signature),
      });
      form.submit();
    } catch (error) {
      // Such as cancelled by the user, who can use the other forms.
      console.info(error);
    }
  });
})();
`;

export function mountPasskeyScript(fastify: FastifyInstance): void {
  fastify.get(path, { config: { callers: 'anyone' } }, (_request, reply) =>
    reply
      .header('content-type', 'text/javascript; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(script),
  );
}

export interface PasskeyForm extends Challenge {
  action: string;
  button: string;
  /** Whether the passkey is the only factor, so that the authenticator must verify the user. */
  isAlone: boolean;
  /** Credential ids; empty to allow any passkey. */
  known: readonly string[];
  /** Further hidden fields. */
  fields: Readonly<Record<string, string>>;
}

export function passkeyForm({ challenge, state, action, button, isAlone, known, fields }: PasskeyForm): Html {
  const request = { challenge, known, verification: isAlone ? 'required' : 'preferred' };
  const hidden = Object.entries({ ...fields, state, credential: '' });
  return html`<form
      method="post"
      action="${action}"
      id="passkey"
      data-request="${JSON.stringify(request)}"
      hidden
    >
      ${hidden.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
      <button type="submit" class="plain">${button}</button>
    </form>
    <script src="${path}"></script>`;
}

/** Parses the assertion from the script; missing values become '' and are refused later. */
export function getAssertion(request: FastifyRequest): { state: string; assertion: PasskeyAssertion } {
  const field = getFields(request);
  const said = parse(field('credential').slice(0, 20_000));
  const text = (name: string) => (typeof said[name] === 'string' ? said[name] : '');
  const [id, clientData, authenticatorData, signature] = [
    text('id'),
    text('clientData'),
    text('authenticatorData'),
    text('signature'),
  ];
  return { state: field('state'), assertion: { id, clientData, authenticatorData, signature } };
}

function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

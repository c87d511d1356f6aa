/** One operation of the reference. */
import { errorStatus, type ErrorCode } from '../../../../wire/errors.ts';
import { errorCatalogue } from '../../../../wire/errors/catalogue.ts';
import type { Policy } from '../../core/organization/index.ts';
import { documentedErrors } from '../../features/openapi/index.ts';
import type { TextKey, Texts } from '../../lib/i18n/i18n.ts';
import { html, type Html, type Part } from '../layout/html.ts';
import { textWithMarkup } from '../layout/marked-up-texts.ts';
import type { Field, Operation, Parameter } from './operations.ts';

/** @param url Of the API, with `/api/v1` */
export function operationHtml(t: Texts, url: string, operation: Operation): Html {
  const { id, method, path, policy } = operation;
  const isRunnable = policy !== 'bots' && !operation.takesAnything;
  return html`<details
    class="operation"
    id="${id}"
    data-method="${method}"
    data-path="${path}"
    ${isRunnable ? html` data-runs` : null}
  >
    <summary>
      <b class="method ${method.toLowerCase()}">${method}</b>
      <code>${path}</code>
      <span class="name">${operationTitle(id)}</span>
    </summary>
    <p><b>${t('apiDocs.who')}</b> ${t(policyTexts[policy])}</p>
    <h3>${t('apiDocs.parameters')}</h3>
    ${parameterList(t, operation)}
    <h3>${t('apiDocs.response')}</h3>
    ${responseHtml(t, operation)}
    <h3>${t('apiDocs.refusals')}</h3>
    ${refusals(t, operation)}
    <h3>${t('apiDocs.examples')}</h3>
    <pre tabindex="0"><code>${curlExample(operation, url)}</code></pre>
    <pre tabindex="0"><code>${scriptExample(operation, new URL(url).origin)}</code></pre>
  </details>`;
}

/** `get-messages` as `Get messages`. */
function operationTitle(id: string): string {
  const words = id.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function parameterList(t: Texts, operation: Operation): Html {
  const { parameters, takesAnything } = operation;
  const list = parameters.map((each) => parameterItem(t, operation, each));
  const none = takesAnything ? null : html`<p class="quiet">${t('apiDocs.noParameters')}</p>`;
  return html`${
    list.length === 0
      ? none
      : html`<ul class="values parameters">
          ${list}
        </ul>`
  }
  ${takesAnything ? html`<p>${t('apiDocs.body')}</p>` : null}`;
}

function parameterItem(t: Texts, operation: Operation, parameter: Parameter): Html {
  const { name, place, isRequired, isJson, type, description } = parameter;
  const notes = [
    t(isRequired ? 'apiDocs.required' : 'apiDocs.optional'),
    t(placeTexts[place]),
    ...(isJson && /[[{]/.test(type) ? [t('apiDocs.json')] : []),
  ];
  const value = place === 'path' ? undefined : exampleValue(operation, parameter);
  return html`<li
    data-name="${name}"
    data-in="${place}"
    ${isRequired ? html` data-required` : null}${value === undefined || operation.method !== 'GET' ? null : html` data-example="${asText(value)}"`}
  >
    <code class="key">${name}</code> <small class="quiet">${notes.join(' · ')}</small>
    <code class="type">${type}</code>
    ${parameter.default === undefined ? null : html`<small>${textWithMarkup(t, 'apiDocs.default', { value: html`<code>${parameter.default}</code>` })}</small>`}
    ${description === '' ? null : html`<small class="about">${description}</small>`}
  </li>`;
}

function responseHtml(t: Texts, { fields, files }: Operation): Html {
  if (files.length > 0) return html`<p>${t('apiDocs.file', { types: files.join(', ') })}</p>`;
  if (fields.length === 0) return html`<p class="quiet">${t('apiDocs.noFields')}</p>`;
  return html`<ul class="values">
    ${fields.map((each) => fieldItem(t, each))}
  </ul>`;
}

const fieldItem = (t: Texts, { name, isOptional, type }: Field): Html =>
  html`<li>
    <code class="key">${name}</code
    >${isOptional ? html` <small class="quiet">${t('apiDocs.optional')}</small>` : null}
    <code class="type">${type}</code>
  </li>`;

/** Errors from the declaration of the operation, then those of its handler. */
function refusals(t: Texts, { id, policy, parameters }: Operation): Html {
  const line = (code: ErrorCode, text: Part, status: number = errorStatus[code]): Html =>
    html`<li><b>${status}</b> <code>${code}</code> <small>${text}</small></li>`;
  const own = documentedErrors(id).map((key) => errorCatalogue[key]);
  const needs = parameters.some(({ isRequired, place }) => isRequired && place !== 'path');
  const unrestricted: readonly Policy[] = ['anyone', 'visitors', 'senders'];
  const header = html`<code>Retry-After</code>`;
  return html`<ul class="codes">
      ${needs ? line('REQUEST_VARIABLE_MISSING', t('apiDocs.refusedMissing')) : null}
      ${parameters.length === 0 ? null : line('BAD_REQUEST', t('apiDocs.refusedParameter'))}
      ${policy === 'anyone' ? null : line('UNAUTHORIZED', t('apiDocs.refusedWithout'))}
      ${unrestricted.includes(policy) ? null : line(codeOfPolicy(policy), t('apiDocs.refusedKind'))}
      ${line('RATE_LIMIT_HIT', textWithMarkup(t, 'apiDocs.refusedRate', { header }))}
      ${own.map(({ code, text, status }) => line(code, text, status))}
    </ul>
    <p><a href="#errors">${t('apiDocs.allErrors')}</a></p>`;
}

function codeOfPolicy(policy: Policy): ErrorCode {
  if (policy === 'signedIn') return 'UNAUTHORIZED';
  return policy === 'administrators' || policy === 'owners' ? 'UNAUTHORIZED_PRINCIPAL' : 'BAD_REQUEST';
}

const placeTexts = {
  path: 'apiDocs.path',
  query: 'apiDocs.query',
  form: 'apiDocs.form',
} as const satisfies Record<Parameter['place'], TextKey>;

const policyTexts = {
  anyone: 'apiDocs.policy.anyone',
  visitors: 'apiDocs.policy.visitors',
  signedIn: 'apiDocs.policy.signedIn',
  senders: 'apiDocs.policy.senders',
  bots: 'apiDocs.policy.bots',
  botUsers: 'apiDocs.policy.bots',
  humans: 'apiDocs.policy.humans',
  nonGuests: 'apiDocs.policy.nonGuests',
  botKeepers: 'apiDocs.policy.botKeepers',
  administrators: 'apiDocs.policy.administrators',
  owners: 'apiDocs.policy.owners',
} as const satisfies Record<Policy, TextKey>;

// Example requests for curl and for `zulip-js`.

/** Parameters with useful responses for common operations. */
const chosen: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'get-messages': { anchor: 'newest', num_before: 10, num_after: 0 },
  'send-message': { type: 'channel', to: 'general', topic: 'lunch', content: 'Hello!' },
  'register-queue': { event_types: ['message'] },
  'get-user-presence': { user_id_or_email: 1 },
};

/** The example value of a parameter; undefined if the example omits it. */
function exampleValue({ id }: Operation, { name, isRequired, example }: Parameter): unknown {
  const values = chosen[id];
  return values && name in values ? values[name] : isRequired ? example : undefined;
}

/** Values other than strings are JSON-encoded. */
const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function collectValues(operation: Operation): { path: string; sent: [string, unknown][] } {
  let { path } = operation;
  const sent: [string, unknown][] = [];
  for (const parameter of operation.parameters) {
    const value = exampleValue(operation, parameter);
    if (value === undefined) continue;
    if (parameter.place === 'path')
      path = path.replace(`{${parameter.name}}`, encodeURIComponent(asText(value)));
    else sent.push([parameter.name, value]);
  }
  return { path, sent };
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** @param url Of the API, with `/api/v1` */
export function curlExample(operation: Operation, url: string): string {
  const { method, policy } = operation;
  const { path, sent } = collectValues(operation);
  const isGet = method === 'GET';
  const verb = isGet ? (sent.length > 0 ? ' -G' : '') : ` -X ${method}`;
  return [
    `curl -sS${verb} ${quoted(url + path)}`,
    ...(policy === 'anyone' ? [] : [`-u ${quoted('you@example.com:API_KEY')}`]),
    ...sent.map(([name, value]) => `--data-urlencode ${quoted(`${name}=${asText(value)}`)}`),
  ].join(' \\\n  ');
}

const literal = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? `JSON.stringify(${JSON.stringify(value)})`
    : JSON.stringify(value);

/** @param origin Of the organization */
export function scriptExample(operation: Operation, origin: string): string {
  const { path, sent } = collectValues(operation);
  const params = sent.map(([name, value]) => `  ${JSON.stringify(name)}: ${literal(value)},\n`);
  // The library requires an object for a POST, even an empty one.
  const none = operation.method === 'POST' ? ', {}' : '';
  const given = params.length === 0 ? none : `, {\n${params.join('')}}`;
  return [
    `const client = await require('zulip-js')({`,
    `  username: 'you@example.com', apiKey: 'API_KEY', realm: ${JSON.stringify(origin)},`,
    '});',
    `await client.callEndpoint(${JSON.stringify(path)}, ${JSON.stringify(operation.method)}${given});`,
  ].join('\n');
}

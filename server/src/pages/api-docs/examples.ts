/** Example requests for curl and for `zulip-js`. */
import type { Operation, Parameter } from './operations.ts';

/** Parameters with useful responses for common operations. */
const chosen: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'get-messages': { anchor: 'newest', num_before: 10, num_after: 0 },
  'send-message': { type: 'channel', to: 'general', topic: 'lunch', content: 'Hello!' },
  'register-queue': { event_types: ['message'] },
  'get-user-presence': { user_id_or_email: 1 },
};

/** The example value of a parameter; undefined if the example omits it. */
export function exampleValue({ id }: Operation, { name, isRequired, example }: Parameter): unknown {
  const values = chosen[id];
  return values && name in values ? values[name] : isRequired ? example : undefined;
}

/** Values other than strings are JSON-encoded. */
export const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

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

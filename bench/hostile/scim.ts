/** Requests of an identity provider that provisions accounts. */
import type { HostileInput, Target } from './target.ts';

const schemas = ['urn:ietf:params:scim:api:messages:2.0:PatchOp'];
const user = (name: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  userName: `${name}@example.com`,
  name: { formatted: name },
});
const numbered = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n));

type Request = readonly [method: string, path: string, body?: string];

function getRequests(person: string, group: string): Readonly<Record<string, Request>> {
  const filter = (text: string) => `/Users?filter=${encodeURIComponent(text)}`;
  const operations = (count: number) =>
    numbered(count, (n) => ({ op: 'replace', path: 'name.formatted', value: `Name ${n}` }));
  return {
    'a body that is nested deeply': ['POST', '/Users', '{"a":'.repeat(600_000)],
    'a body of many fields': [
      'POST',
      '/Users',
      JSON.stringify(Object.fromEntries(numbered(200_000, (n) => [`k${n}`, 'v']))),
    ],
    'operations up to the limit': [
      'PATCH',
      `/Users/${person}`,
      JSON.stringify({ schemas, Operations: operations(1000) }),
    ],
    'too many operations': [
      'PATCH',
      `/Users/${person}`,
      JSON.stringify({ schemas, Operations: operations(40_000) }),
    ],
    'members up to the limit': [
      'PUT',
      `/Groups/${group}`,
      JSON.stringify({ displayName: 'Hostile', members: numbered(20_000, () => ({ value: person })) }),
    ],
    'members who do not exist': [
      'PUT',
      `/Groups/${group}`,
      JSON.stringify({ displayName: 'Hostile', members: numbered(90_000, (n) => ({ value: `9${n}` })) }),
    ],
    'a filter of brackets': ['GET', filter('('.repeat(990))],
    'a filter of conditions': ['GET', filter(`${'id eq "1" and '.repeat(70)}id eq "1"`)],
  };
}

export async function scimInputs({ url, authorization }: Target): Promise<HostileInput[]> {
  const asked = await fetch(`${url}/api/v1/heddle/scim_tokens`, {
    method: 'POST',
    headers: { authorization: `Basic ${authorization}` },
    body: new URLSearchParams({ name: 'Bench' }),
  });
  const { token } = (await asked.json()) as { token: string };
  const send = async (method: string, path: string, body?: string) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' };
    const response = await fetch(`${url}/scim/v2${path}`, {
      method,
      headers,
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    return { status: String(response.status), text };
  };
  const made = async (path: string, body: object): Promise<string> => {
    const { text } = await send('POST', path, JSON.stringify(body));
    return (JSON.parse(text) as { id: string }).id;
  };
  const person = await made('/Users', user('hostile'));
  const group = await made('/Groups', { displayName: 'Hostile', members: [] });
  const inputs = getRequests(person, group);
  return Object.entries(inputs).map(([what, [method, path, body]]) => ({
    what,
    send: async () => (await send(method, path, body)).status,
  }));
}

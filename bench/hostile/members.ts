/** What members and their programs send besides the usual requests: widgets, passkeys, and messages of agents. */
import type { HostileInput, Target } from './target.ts';
import { fill, listFields, toBase64Url } from './texts.ts';

async function post(
  target: Target,
  path: string,
  given: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = { authorization: `Basic ${target.authorization}` },
): Promise<{ status: string; json: Readonly<Record<string, unknown>> }> {
  const body = new URLSearchParams(given);
  const response = await fetch(`${target.url}/api/v1${path}`, { method: 'POST', headers, body });
  const json = (await response.json()) as Readonly<Record<string, unknown>>;
  return { status: String(response.status), json };
}

/** The longest message of the protocol. */
const mostOfMcp = 128 * 1024 - 1000;

function mcpMessages(): Readonly<Record<string, string>> {
  const call = (name: string, given: string, id = '1') =>
    `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":${JSON.stringify(name)},"arguments":${given}}}`;
  const deep = `${'{"a":'.repeat(28)}1${'}'.repeat(28)}`;
  return {
    // Loads the protocol.
    'a first message': call('who_am_i', '{}'),
    'a message that is nested deeply': fill('[', mostOfMcp),
    'a message nested up to the limit': call('who_am_i', deep),
    'arguments of many fields': call('who_am_i', `{${listFields(mostOfMcp / 12)}}`),
    'arguments of many lists': call('search_messages', `{"query":[${fill('[],', mostOfMcp)}[]]}`),
    'a long search': call('search_messages', JSON.stringify({ query: fill('a b ', mostOfMcp) })),
    'a search of words': call('search_messages', JSON.stringify({ query: fill('ab ', 1000) })),
    'a long name of a tool': call(fill('a', mostOfMcp), '{}'),
    'a long number': call('who_am_i', '{}', fill('1', mostOfMcp)),
    'an escaped text': call('who_am_i', `{"a":"${fill('\\u0061', mostOfMcp)}"}`),
    'many abilities': `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{${listFields(mostOfMcp / 12)}},"clientInfo":{"name":"a","version":"1"}}}`,
    'more than a message may have': fill('[],', 1_900_000),
  };
}

async function mcpInputs(target: Target): Promise<HostileInput[]> {
  const { json } = await post(target, '/heddle/api_keys', { name: 'Agent', scopes: '["read"]' });
  const headers = {
    authorization: `Bearer ${String(json.api_key)}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  return Object.entries(mcpMessages()).map(([what, body]) => ({
    what,
    send: async () => {
      const response = await fetch(`${target.url}/mcp`, { method: 'POST', headers, body });
      await response.arrayBuffer();
      return String(response.status);
    },
  }));
}

/** The owner's, see `seed`. */
const password = 'bench-only-password';
/** The longest field of a passkey. */
const longestEncoded = 20_000;
/** Up to the longest parameter. */
const most = 640_000;

async function widgetInputs(target: Target): Promise<HostileInput[]> {
  const message = { type: 'channel', to: 'size-10', topic: 'widgets' };
  const poll = await post(target, '/messages', { ...message, content: '/poll Soup?\nyes\nno' });
  const message_id = String(poll.json.id);
  const changes: Readonly<Record<string, string>> = {
    'a change that is nested deeply': fill('[', most),
    'a change of many fields': `{"type":"vote","key":"canned,0","vote":1,${listFields(most / 12)}}`,
    'a change of lists': `[${fill('[],', most)}[]]`,
    'a long option': JSON.stringify({ type: 'new_option', idx: 1, option: fill('a ', most) }),
    'a long key': JSON.stringify({ type: 'vote', key: fill('1,', 9000), vote: 1 }),
  };
  const begun = (extra: string) => `{"widget_type":"poll","extra_data":${extra}}`;
  const contents: Readonly<Record<string, string>> = {
    'a widget that is nested deeply': begun(fill('[', most)),
    'a widget of many fields': begun(`{${listFields(most / 12)}}`),
    'a widget of many options': begun(`{"question":"a","options":[${fill('"a",', most)}"a"]}`),
  };
  return [
    ...Object.entries(changes).map(([what, content]) => ({
      what,
      send: async () =>
        (await post(target, '/submessage', { message_id, msg_type: 'widget', content })).status,
    })),
    ...Object.entries(contents).map(([what, widget_content]) => ({
      what,
      send: async () =>
        (await post(target, '/messages', { ...message, content: 'a', widget_content })).status,
    })),
    {
      what: 'a poll of many options',
      send: async () =>
        (await post(target, '/messages', { ...message, content: `/poll a\n${fill('b\n', 9900)}` })).status,
    },
  ];
}

async function passkeyInputs(target: Target): Promise<HostileInput[]> {
  const page = { 'sec-fetch-site': 'same-origin' };
  const form = (path: string, given: Readonly<Record<string, string>>) =>
    fetch(target.url + path, {
      method: 'POST',
      headers: page,
      body: new URLSearchParams(given),
      redirect: 'manual',
    });
  const signedIn = await form('/login', { username: 'owner@example.com', password });
  const [cookie = ''] = signedIn.headers.getSetCookie().map((line) => line.split(';', 1)[0]);
  const session = { ...page, 'x-heddle-client': 'web', cookie };
  const credential = { client_data: 'a', authenticator_data: 'a', public_key: 'a' };
  const registrations: Readonly<Record<string, Partial<typeof credential>>> = {
    'client data that are nested deeply': { client_data: toBase64Url(fill('[', longestEncoded * 0.7)) },
    'client data of many fields': { client_data: toBase64Url(`{${listFields(longestEncoded / 18)}}`) },
    'client data above the limit': { client_data: fill('a', most) },
  };
  const assertions: Readonly<Record<string, string>> = {
    'a credential that is nested deeply': fill('[', most),
    'a credential of many fields': `{${listFields(most / 12)}}`,
    'a credential with a long name': JSON.stringify({ id: fill('a', 1_900_000) }),
    'a credential with long client data': JSON.stringify({ id: 'a', clientData: fill('a', 1_900_000) }),
  };
  return [
    ...Object.entries(registrations).map(([what, given]) => ({
      what,
      send: async () => {
        const { json } = await post(target, '/heddle/passkeys/challenge', { password }, session);
        const known = { state: String(json.state), name: 'Key', ...credential };
        return (await post(target, '/heddle/passkeys', { ...known, ...given }, session)).status;
      },
    })),
    ...Object.entries(assertions).map(([what, credential]) => ({
      what,
      send: async () => String((await form('/login/passkey', { state: 'a', credential })).status),
    })),
  ];
}

type MemberPart = 'mcp' | 'widgets' | 'passkeys';

export const memberInputs: Readonly<Record<MemberPart, (target: Target) => Promise<HostileInput[]>>> = {
  mcp: mcpInputs,
  widgets: widgetInputs,
  passkeys: passkeyInputs,
};

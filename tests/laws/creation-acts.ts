/** How people meet each limit on what they may make. */
import type { CreationLimitKey } from '../../wire/creation-limits.ts';
import { Authenticator } from '../support/authenticator.ts';
import { getBrowser } from '../support/clients/browser.ts';
import { announce } from '../support/clients/tus.ts';
import type { Params, Reply } from '../support/client.ts';
import { sendFiles } from '../support/files.ts';
import { createBot, makeBot, hook } from '../support/fixtures/bots.ts';
import { picture } from '../support/fixtures/pictures.ts';
import { slackZip } from '../support/fixtures/slack.ts';
import { add, poll } from '../support/fixtures/submessages.ts';
import { uploadArchive } from '../support/fixtures/web-imports.ts';
import { say } from '../support/talk.ts';
import type { Name, World } from '../support/world.ts';

type Refused = Pick<Reply, 'status' | 'json'>;

/** Makes the n-th thing of an account, an organization or a message, or n things in one request, if `n` is what it is about. */
type Attempt = (n: number) => Promise<Refused>;

export interface Act {
  /** What is there before the limit is lowered. */
  prepare: (world: World) => Attempt | Promise<Attempt>;
  /** The lowered limit, where it counts something smaller than what is made. */
  most?: number;
  /** Whether jobs or files on disk come of it. */
  alone?: true;
  /** The password of all people, where it is asked for. */
  password?: string;
}

const password = 'a loom and a half';

const posts = (who: Name, path: string, params: (n: number, world: World) => Params): Act => ({
  prepare: (world) => (n) => world.as(who).post(path, params(n, world)),
});

const numbered = (count: number, name: string): string[] =>
  Array.from({ length: count }, (_, i) => `${name} ${count}-${i}`);
const newChannels = (n: number): Params => ({
  subscriptions: numbered(n, 'loom').map((name) => ({ name })),
});
const inAYear = () => Math.floor(Date.now() / 1000) + 365 * 86_400;

export const acts: Readonly<Record<CreationLimitKey, Act>> = {
  'channels.too-many-in-request': posts('ada', '/users/me/subscriptions', newChannels),
  'channels.too-many-in-a-day': posts('dan', '/users/me/subscriptions', (n) => ({
    subscriptions: [{ name: `loom ${n}` }],
  })),
  'folders.too-many': posts('ada', '/channel_folders/create', (n) => ({ name: `Folder ${n}` })),
  'default-groups.too-many': posts('ada', '/default_stream_groups/create', (n) => ({
    group_name: `Group ${n}`,
    description: '',
    stream_names: [],
  })),
  'subscriptions.too-many': posts('ada', '/users/me/subscriptions', newChannels),
  'subscriptions.too-many-of-all': posts('ada', '/users/me/subscriptions', (n, { people }) => ({
    subscriptions: [{ name: 'loom' }],
    principals: [people.ada, people.ben, people.cleo, people.dan, people.eve].slice(0, n).map(({ id }) => id),
  })),
  'groups.too-many': posts('ada', '/user_groups/create', (n) => ({
    name: `group ${n}`,
    description: '',
    members: [],
  })),
  'bots.too-many': {
    prepare: (world) => (n) =>
      createBot(world.as('dan'), { ...hook, full_name: `Weaver ${n}`, short_name: `weaver-${n}` }),
  },
  'bots.too-many-entries': {
    prepare: async (world) => {
      const bot = world.as(await makeBot(world, 'dan'));
      const body = (n: number) => new URLSearchParams({ storage: JSON.stringify({ [`key ${n}`]: 'value' }) });
      return (n) => bot.send('PUT', '/bot_storage', { body: body(n) });
    },
  },
  'slash-commands.too-many': {
    prepare: async (world) => {
      const bot = await makeBot(world, 'ada', hook);
      const { json } = await world.as('ada').get('/user_groups');
      const [group] = (json.user_groups as { id: number; name: string }[]).filter(
        ({ name }) => name === 'role:members',
      );
      const fields = { description: '', bot_id: bot.id, group_id: group?.id };
      return (n) => world.as('ada').post('/heddle/slash_commands', { ...fields, name: `command${n}` });
    },
  },
  'emoji.too-many': {
    prepare: async (world) => {
      const content = await picture(20, 20);
      return (n) => sendFiles(world, 'dan', [{ name: 'loom.png', content }], `/realm/emoji/loom${n}`);
    },
  },
  'linkifiers.too-many': posts('ada', '/realm/filters', (n) => ({
    pattern: `loom${n}-(?P<id>[0-9]+)`,
    url_template: 'https://example.com/{id}',
  })),
  'playgrounds.too-many': posts('ada', '/realm/playgrounds', (n) => ({
    name: `Playground ${n}`,
    pygments_language: 'python',
    url_template: 'https://example.com/{code}',
  })),
  'profile-fields.too-many': posts('ada', '/realm/profile_fields', (n) => ({
    field_type: 1,
    name: `Field ${n}`,
  })),
  'profile-fields.too-many-choices': posts('ada', '/realm/profile_fields', (n) => ({
    field_type: 3,
    name: `Diet ${n}`,
    field_data: Object.fromEntries(numbered(n, 'Choice').map((text) => [text, { text, order: '1' }])),
  })),
  'domains.too-many': posts('ada', '/realm/domains', (n) => ({
    domain: `loom${n}.example`,
    allow_subdomains: false,
  })),
  'invitations.too-many-links': posts('ada', '/invites/multiuse', () => ({ stream_ids: [] })),
  'sign-in-providers.too-many': posts('ada', '/heddle/sign_in_providers', (n) => ({
    kind: 'oidc',
    slug: `company${n}`,
    settings: { name: `Company ${n}`, issuer: 'https://id.example.com', client_id: 'heddle' },
    secret: 'kepttoitself4711',
  })),
  'scim.too-many-tokens': posts('ada', '/heddle/scim_tokens', (n) => ({ name: `Token ${n}` })),
  'imports.too-many': {
    alone: true,
    prepare: async (world) => {
      const browser = await getBrowser(world, 'ada');
      return async () => read(await uploadArchive(browser, 'export.zip', slackZip()));
    },
  },
  'exports.too-many': { ...posts('ada', '/export/realm', () => ({})), alone: true },
  'api-keys.too-many': posts('dan', '/heddle/api_keys', (n) => ({ name: `Key ${n}`, scopes: ['read'] })),
  'passkeys.too-many': {
    password,
    most: 1,
    prepare: async (world) => {
      const browser = await getBrowser(world, 'dan');
      return async (n) => {
        const { json } = await browser.post('/heddle/passkeys/challenge', { password });
        const [state, challenge] = [String(json.state), String(json.challenge)];
        const made = new Authenticator().create({ origin: world.url, challenge });
        return browser.post('/heddle/passkeys', { state, name: `Key ${n}`, ...made });
      };
    },
  },
  'drafts.too-many': posts('dan', '/drafts', (n) => ({
    drafts: numbered(n, 'words').map((content) => ({ type: '', to: [], topic: '', content })),
  })),
  'scheduled.too-many': posts('dan', '/scheduled_messages', (n, { channels }) => ({
    type: 'channel',
    to: channels.general,
    topic: 'looms',
    content: `words ${n}`,
    scheduled_delivery_timestamp: inAYear(),
  })),
  'snippets.too-many': posts('dan', '/saved_snippets', (n) => ({ title: `Snippet ${n}`, content: 'words' })),
  'views.too-many': posts('dan', '/navigation_views', (n) => ({
    fragment: `narrow/is/starred/near/${n}`,
    is_pinned: true,
    name: `View ${n}`,
  })),
  'users.too-many-alert-words': posts('dan', '/users/me/alert_words', (n) => ({ alert_words: [`word${n}`] })),
  'topics.too-many-pins': posts('dan', '/heddle/pinned_topics', (n, { channels }) => ({
    channel_id: channels.general,
    topic: `topic ${n}`,
  })),
  'messages.too-many-pins': {
    prepare: (world) => async (n) => {
      const id = await say(world, 'dan', 'general', 'looms', `thread ${n}`);
      return world.as('dan').post(`/heddle/pinned_messages/${id}`);
    },
  },
  'topics.too-many-policies': posts('dan', '/user_topics', (n, { channels }) => ({
    stream_id: channels.general,
    topic: `topic ${n}`,
    visibility_policy: 1,
  })),
  'uploads.too-many-unfinished': {
    alone: true,
    prepare: (world) => async () => read((await announce(world, 'dan', 10)).response),
  },
  'recipients.too-many': posts('dan', '/messages', (n, { people }) => ({
    type: 'direct',
    to: Object.values(people)
      .slice(0, n)
      .map(({ id }) => id),
    content: 'hello',
  })),
  'reactions.too-many': {
    prepare: async (world) => {
      const id = await say(world, 'dan', 'general', 'lunch');
      const names = ['apple', 'banana', 'cherries', 'grapes', 'lemon'];
      return (n) => world.as('eve').post(`/messages/${id}/reactions`, { emoji_name: names[n] });
    },
  },
  'widgets.full': {
    most: 400,
    prepare: async (world) => {
      const id = await say(world, 'dan', 'general', 'lunch', poll);
      return (n) =>
        add(world, 'dan', id, { type: 'new_option', idx: n, option: `soup ${'x'.repeat(60)} ${n}` });
    },
  },
};

async function read(response: Response): Promise<Refused> {
  const text = await response.text();
  return { status: response.status, json: (text === '' ? {} : JSON.parse(text)) as Refused['json'] };
}

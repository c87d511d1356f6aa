/**
 * What a bulk import of Mattermost needs of a file. Facts: mattermost/mattermost, server/channels/app/import.go,
 * import_functions.go, imports/import_validators.go, and the limits of server/public/model.
 */
import { Faults, type ExportedFolder, type Row } from './faults.ts';

const kinds = ['version', 'emoji', 'team', 'channel', 'user', 'bot', 'post', 'direct_channel', 'direct_post'];
const longestLine = 16 * 1024 * 1024;
const longestPost = 16_383;
const reservedTeams = [
  'admin',
  'api',
  'channel',
  'claim',
  'error',
  'files',
  'help',
  'landing',
  'login',
  'mfa',
  'oauth',
  'plug',
  'plugins',
  'post',
  'signup',
  'boards',
  'playbooks',
];
const reservedUsers = ['all', 'channel', 'here', 'matterbot', 'system'];

type Line = Row & { type: string };

class MattermostImport {
  readonly #folder: ExportedFolder;
  readonly #faults = new Faults();
  readonly #teams = new Set<unknown>();
  readonly #channels = new Set<unknown>();
  readonly #users = new Set<unknown>();
  readonly #posts = new Set<string>();

  constructor(folder: ExportedFolder) {
    this.#folder = folder;
  }

  faults(): string[] {
    const lines = (this.#folder.texts.get('import.jsonl') ?? '').trimEnd().split('\n');
    let reached = 0;
    for (const [i, text] of lines.entries()) {
      this.#faults.expect(Buffer.byteLength(text) < longestLine, `Line ${i + 1} is too long.`);
      const line = JSON.parse(text) as Line;
      const kind = kinds.indexOf(line.type);
      this.#faults.expect(kind >= reached, `${line.type} stands after ${String(kinds[reached])}`);
      this.#faults.expect((i === 0) === (line.type === 'version'), 'The version is the first line.');
      reached = Math.max(reached, kind);
      this.#line(line);
    }
    return this.#faults.all;
  }

  #line(line: Line): void {
    const row = (line[line.type] ?? {}) as Row;
    if (line.type === 'version') this.#faults.expect(line.version === 1, 'The version is 1.');
    else if (line.type === 'emoji') this.#emoji(row);
    else if (line.type === 'team') this.#team(row);
    else if (line.type === 'channel') this.#channel(row);
    else if (line.type === 'user') this.#user(row);
    else if (line.type === 'bot') this.#bot(row);
    else if (line.type === 'post') this.#channelPost(row);
    else if (line.type === 'direct_channel') this.#members(row.members);
    else this.#directPost(row);
  }

  #emoji({ name, image }: Row): void {
    this.#faults.expect(/^[a-zA-Z0-9+_-]{1,64}$/.test(String(name)), `emoji ${String(name)}`);
    this.#file(image);
  }

  #file(path: unknown): void {
    this.#faults.expect(
      !/(?:^|\/)\.\.(?:\/|$)/.test(String(path)),
      `${String(path)} leads out of the export`,
    );
    this.#faults.expect(this.#folder.texts.has(`data/${String(path)}`), `data/${String(path)} is missing`);
  }

  #team({ name, display_name: title, type, description = '' }: Row): void {
    this.#faults.expect(
      /^[a-z0-9]+[a-z0-9-]*[a-z0-9]$/.test(String(name)) && !reservedTeams.includes(String(name)),
      `team ${String(name)}`,
    );
    this.#faults.longest('team name', name, 64);
    this.#faults.longest('display name of the team', title, 64);
    this.#faults.longest('description of the team', description, 255);
    this.#faults.expect(title !== '' && (type === 'O' || type === 'I'), `type ${String(type)}`);
    this.#teams.add(name);
  }

  #channel({ team, name, display_name: title, type, purpose = '', header = '' }: Row): void {
    this.#faults.expect(this.#teams.has(team), `team ${String(team)} is unknown`);
    this.#faults.expect(
      /^[a-z0-9]+[a-z0-9_-]*$/.test(String(name)) && String(name).length <= 64,
      `channel ${String(name)}`,
    );
    this.#faults.longest('display name of a channel', title, 64);
    this.#faults.longest('purpose', purpose, 250);
    this.#faults.longest('header', header, 1024);
    this.#faults.expect(type === 'O' || type === 'P', `type ${String(type)}`);
    this.#faults.expect(!this.#channels.has(name), `two channels are called ${String(name)}`);
    // Each team has them from the beginning.
    this.#faults.expect(name !== 'town-square' && name !== 'off-topic', `${String(name)} is there already`);
    this.#channels.add(name);
  }

  #username(name: unknown): void {
    this.#faults.expect(
      /^[a-z0-9._-]{1,64}$/.test(String(name)) && !reservedUsers.includes(String(name)),
      `username ${String(name)}`,
    );
    this.#faults.expect(!this.#users.has(name), `two people are called ${String(name)}`);
    this.#users.add(name);
  }

  #user(user: Row): void {
    this.#username(user.username);
    this.#faults.expect(/^[!-?A-~]+@[!-?A-~]+$/.test(String(user.email)), `address ${String(user.email)}`);
    this.#faults.longest('address', user.email, 128);
    for (const name of [user.first_name, user.last_name]) this.#faults.longest('name', name, 64);
    const isGuest = String(user.roles).split(' ').includes('system_guest');
    for (const team of user.teams as Row[]) {
      this.#faults.expect(this.#teams.has(team.name), `team ${String(team.name)} is unknown`);
      this.#faults.expect(
        (team.roles === 'team_guest') === isGuest,
        `${String(user.username)} is half a guest`,
      );
      for (const { name, roles } of team.channels as Row[]) {
        this.#faults.expect(this.#channels.has(name), `channel ${String(name)} is unknown`);
        this.#faults.expect(
          (roles === 'channel_guest') === isGuest,
          `${String(user.username)} is half a guest`,
        );
      }
    }
  }

  #bot(bot: Row): void {
    this.#username(bot.username);
    this.#faults.longest('name of a bot', bot.display_name, 64);
    this.#faults.expect(this.#users.has(bot.owner), `owner ${String(bot.owner)} is unknown`);
  }

  #channelPost(post: Row): void {
    this.#faults.expect(this.#teams.has(post.team), `team ${String(post.team)} is unknown`);
    this.#faults.expect(this.#channels.has(post.channel), `channel ${String(post.channel)} is unknown`);
    this.#post(post, String(post.channel));
  }

  #directPost(post: Row): void {
    this.#members(post.channel_members);
    this.#post(post, String(post.channel_members));
  }

  #members(given: unknown): void {
    const members = Array.isArray(given) ? given : [];
    this.#faults.expect(members.length >= 2 && members.length <= 8, `${members.length} members`);
    for (const name of members)
      this.#faults.expect(this.#users.has(name), `member ${String(name)} is unknown`);
  }

  #post(post: Row, place: string, parent?: Row): void {
    const { user, message, create_at: time } = post;
    this.#faults.expect(this.#users.has(user), `author ${String(user)} is unknown`);
    this.#faults.longest('post', message, longestPost);
    this.#faults.expect(Number.isInteger(time) && Number(time) > 0, `time ${String(time)}`);
    this.#faults.expect(String(message).isWellFormed(), 'A post is cut within a character.');
    // By these, posts are known again: of two that are equal, one is lost.
    const key = JSON.stringify([place, parent?.create_at ?? 0, parent?.message ?? '', time, message]);
    this.#faults.expect(!this.#posts.has(key), `a post is there twice: ${key}`);
    this.#posts.add(key);
    for (const one of (post.reactions ?? []) as Row[]) {
      this.#faults.expect(this.#users.has(one.user), `reaction of ${String(one.user)}`);
      this.#faults.longest('emoji', one.emoji_name, 64);
      this.#faults.expect(Number(one.create_at) >= Number(time), 'A reaction is older than its post.');
    }
    for (const { path } of (post.attachments ?? []) as Row[]) this.#file(path);
    const replies = (post.replies ?? []) as Row[];
    this.#faults.expect(replies.length <= 1000, `${replies.length} replies`);
    for (const reply of replies) this.#post(reply, place, post);
  }
}

export const mattermostFaults = (folder: ExportedFolder): string[] => new MattermostImport(folder).faults();

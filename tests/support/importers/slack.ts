/**
 * What importers of Slack's exports need. Facts: mattermost/mattermost, server/platform/services/slackimport;
 * RocketChat/Rocket.Chat, apps/meteor/app/importer-slack; zulip/zulip, zerver/data_import/slack.py.
 */
import { Faults, parsed, type ExportedFolder, type Row } from './faults.ts';

const largestFile = 70 * 1024 * 1024;
const address = /^[-!#$%&'*+/=?^_`{}|~\w.]+@(?:[a-z0-9-]+\.)+[a-z0-9-]{2,63}$/i;

class SlackImport {
  readonly #folder: ExportedFolder;
  readonly #faults = new Faults();
  #users = new Set<unknown>();
  /** Names in links, by ID. */
  readonly #channels = new Map<string, string>();

  constructor(folder: ExportedFolder) {
    this.#folder = folder;
  }

  faults(hasDirect: boolean): string[] {
    for (const [path, text] of this.#folder.texts)
      if (path.endsWith('.json'))
        this.#faults.expect(Buffer.byteLength(text) <= largestFile, `${path} is too large`);
    this.#people();
    const folders: string[] = [];
    for (const list of ['channels', 'groups', ...(hasDirect ? ['mpims', 'dms'] : [])])
      folders.push(...this.#conversations(list));
    for (const folder of folders) {
      // It is listed without looking.
      this.#faults.expect(this.#folder.folders.has(folder), `the folder ${folder} is missing`);
      for (const [path, text] of this.#folder.texts)
        if (path.startsWith(`${folder}/`)) this.#day(path, JSON.parse(text) as Row[]);
    }
    return this.#faults.all;
  }

  #people(): void {
    const people = parsed<Row[]>(this.#folder, 'users.json', this.#faults) ?? [];
    this.#users = new Set(people.map(({ id }) => id));
    this.#faults.columns('users', people, ['id', 'name', 'real_name', 'profile', 'deleted', 'is_bot']);
    const profiles = people.map(({ profile }) => profile as Row);
    this.#faults.columns('profile', profiles, ['real_name', 'email', 'first_name', 'last_name']);
    for (const { email } of profiles)
      this.#faults.expect(address.test(String(email)), `${String(email)} is no address`);
    for (const { name } of people)
      this.#faults.expect(/^[a-z0-9._-]{1,64}$/.test(String(name)), `username ${String(name)}`);
    this.#faults.unique(
      'usernames',
      people.map(({ name }) => name),
    );
  }

  #conversations(list: string): string[] {
    const rows = parsed<Row[]>(this.#folder, `${list}.json`, this.#faults) ?? [];
    // Those that nobody has made are left out.
    this.#faults.columns(list, rows, ['id', 'created', 'members', 'creator']);
    if (list !== 'dms') this.#faults.columns(list, rows, ['name']);
    if (list === 'channels' || list === 'groups')
      this.#faults.columns(list, rows, ['is_archived', 'purpose', 'topic']);
    for (const row of rows) {
      for (const member of [...(row.members as unknown[]), row.creator])
        this.#faults.expect(this.#users.has(member), `${list}: ${String(member)} is unknown`);
      if (list === 'dms') this.#faults.expect((row.members as unknown[]).length === 2, 'A DM is of two.');
      else {
        this.#faults.expect(/^[a-z0-9_-]{2,64}$/.test(String(row.name)), `channel ${String(row.name)}`);
        this.#channels.set(String(row.id), String(row.name));
      }
    }
    const folders = rows.map(({ id, name }) => String(list === 'dms' ? id : name));
    this.#faults.unique(list, folders);
    return folders;
  }

  #day(path: string, messages: readonly Row[]): void {
    this.#faults.expect(/^[^/]+\/\d{4}-\d\d-\d\d\.json$/.test(path), path);
    this.#faults.columns(path, messages, ['type', 'user', 'ts', 'text']);
    this.#faults.unique(
      `times in ${path}`,
      messages.map(({ ts }) => ts),
    );
    for (const message of messages) {
      this.#faults.expect(this.#users.has(message.user), `${String(message.user)} is unknown`);
      this.#faults.expect(/^\d{9,10}\.\d{6}$/.test(String(message.ts)), `time ${String(message.ts)}`);
      this.#links(String(message.text));
      this.#files(message);
      for (const one of (message.reactions ?? []) as Row[])
        for (const user of one.users as unknown[])
          this.#faults.expect(this.#users.has(user), `reaction of ${String(user)}`);
    }
  }

  #links(text: string): void {
    for (const [, id] of text.matchAll(/<@(\w+)>/g))
      this.#faults.expect(this.#users.has(id), `a mention of ${String(id)}`);
    for (const [, id = '', name] of text.matchAll(/<#(\w+)\|([^>]*)>/g))
      this.#faults.expect(this.#channels.get(id) === name, `a link to ${id} as ${String(name)}`);
  }

  #files({ files = [], upload }: Row): void {
    const all = files as Row[];
    this.#faults.columns('files', all, [
      'id',
      'name',
      'title',
      'mimetype',
      'size',
      'timestamp',
      'url_private',
    ]);
    this.#faults.expect((upload === true) === all.length > 0, 'Files are looked for only after `upload`.');
    for (const { id } of all) {
      const found = [...this.#folder.texts.keys()].filter((path) =>
        path.startsWith(`__uploads/${String(id)}/`),
      );
      this.#faults.expect(found.length === 1 && found[0]?.split('/').length === 3, `file ${String(id)}`);
    }
  }
}

export const slackFaults = (folder: ExportedFolder, hasDirect: boolean): string[] =>
  new SlackImport(folder).faults(hasDirect);

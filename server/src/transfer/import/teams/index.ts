/** Reads exports of Microsoft Teams: of the data export tool, or responses of Graph saved under the same names. */
import { StartRefused } from '../../../lib/start-refused.ts';
import type { SpillTable } from '../../../db/sqlite/spill-file.ts';
import { decidedHere, type AccessFates } from '../access-topics.ts';
import type { Input } from '../input/input.ts';
import { jsonElements } from '../input/json-elements.ts';
import { gap, problem, readItem, type PersonRole, type SourceRecord } from '../records.ts';
import type { Source } from '../reading/source.ts';
import type { Scratch } from '../scratch.ts';
import { isNotice, messageRecord } from './messages.ts';
import { noteZone } from '../iso-time.ts';
import { unknownKind, type Tally } from '../reading/tally.ts';
import { Row, lookAt } from './fields.ts';
import { errorMessage } from '../../../lib/thrown.ts';

interface Team {
  name: string;
  isPrivate: boolean;
  isArchived: boolean;
  description: string;
}

/** Private, unless the export contains that it is public. */
const unknownTeam: Team = { name: '', isPrivate: true, isArchived: false, description: '' };

const access: AccessFates = {
  'kinds of channels': 'kept',
  'history of channels': 'kept',
  'members of channels': 'kept',
  posting: decidedHere,
  'administering channels': {
    change: 'narrower',
    reason: 'The export has no managers of channels. Administrators manage them here.',
  },
  'editing and deleting messages': decidedHere,
  roles: 'kept',
  addresses: 'kept',
  'presence and read receipts': 'kept',
  invitations: decidedHere,
  'what guests see': {
    change: 'wider',
    reason: 'Guests see all people here, unless the settings limit it.',
  },
  'user groups': 'kept',
};

/** @throws StartRefused for anything but an export of Teams. */
export async function openTeams(input: Input, scratch: Scratch, tally: Tally): Promise<Source> {
  const isOurs = input.files
    .keys()
    .some((path) => /(?:^|\/)(?:users\/usersList|teams\/teamsList)\.json$/.test(path));
  if (!isOurs)
    throw new StartRefused(
      'This is no export of Teams: it has neither users/usersList.json nor teams/teamsList.json.',
    );
  return Promise.resolve({
    product: 'teams',
    origin: 'teams',
    access,
    isInOrder: false,
    topic: 'imported from Teams',
    otherFiles: [
      { paths: /(?:^|\/)teamInstalledApps_[^/]*\.json$/, without: 'Apps of teams do not come.' },
      { paths: /(?:^|\/)meetings_[^/]*\.json$/, without: 'Meetings do not come.' },
    ],
    records: () => new TeamsExport(input, scratch, tally).records(),
  });
}

class TeamsExport {
  readonly #input: Input;
  readonly #paths: readonly string[];
  readonly #directs = new Map<string, Set<string>>();
  readonly #scratch: Scratch;
  readonly #tally: Tally;
  /** IDs of chat messages that were already read: the export has each under every member. */
  readonly #seen: SpillTable;

  constructor(input: Input, scratch: Scratch, tally: Tally) {
    this.#input = input;
    this.#tally = tally;
    this.#scratch = scratch;
    this.#seen = scratch.table();
    this.#paths = [...input.files.keys().filter((path) => path.endsWith('.json'))].sort();
  }

  async *records(): AsyncGenerator<SourceRecord> {
    const admins = new Set<string>();
    for await (const { row } of this.#all(/(?:^|\/)users\/administrators\.json$/))
      if (row) admins.add(row.text('id'));
    for await (const { row, fault, place } of this.#all(/(?:^|\/)users\/usersList\.json$/)) {
      if (!row) yield gap(place, fault ?? '');
      else {
        lookAt('person', row, this.#tally, place);
        yield* readItem(place, () => person(row, admins, place));
      }
    }
    yield* this.#channels();
    yield* this.#messages(/(?:^|\/)teams\/([^/]+)\/messages_[^/]*\.json$/);
    yield* this.#messages(/(?:^|\/)users\/([^/]+)\/messages_[^/]*\.json$/);
    for (const [id, members] of this.#directs) yield { kind: 'direct', id, members: [...members] };
  }

  async *#all(
    pattern: RegExp,
  ): AsyncGenerator<{ row?: Row; fault?: string; place: string; match: RegExpExecArray }> {
    for (const path of this.#paths) {
      const match = pattern.exec(path);
      if (!match) continue;
      for (const key of [undefined, 'value']) {
        try {
          const chunks = await this.#input.open(path);
          for await (const some of jsonElements(chunks, { key }))
            for (const one of some) {
              const place = `${path} #${one.index + 1}`;
              yield 'fault' in one
                ? { fault: one.fault, place, match }
                : { row: new Row(one.value), place, match };
            }
          break;
        } catch (error) {
          // A list may be the whole file, or the value of a Graph response.
          if (key === 'value') yield { fault: errorMessage(error), place: path, match };
        }
      }
    }
  }

  async *#channels(): AsyncGenerator<SourceRecord> {
    const teams = await this.#teams();
    const members = await this.#members();
    for (const [id, people] of members)
      yield { kind: 'group', id, name: teams.get(id)?.name || id, members: [...new Set(people)] };
    for await (const { row, fault, place, match } of this.#all(
      /(?:^|\/)teams\/([^/]+)\/channels_[^/]*\.json$/,
    )) {
      const teamId = match[1] ?? '';
      if (row) lookAt('channel', row, this.#tally, place);
      const team = teams.get(teamId) ?? unknownTeam;
      yield row
        ? channel(row, { ...team, name: team.name || teamId, members: members.get(teamId) ?? [] }, place)
        : gap(place, fault ?? '');
    }
  }

  /** The teams by ID; the settings contain more than the list, but may be missing. */
  async #teams(): Promise<Map<string, Team>> {
    const teams = new Map<string, Team>();
    for await (const { row } of this.#all(/(?:^|\/)teams\/teamsList\.json$/))
      if (row)
        teams.set(row.text('groupsid') || row.text('id'), {
          ...unknownTeam,
          name: row.text('name') || row.text('displayname'),
        });
    for await (const { row } of this.#all(/(?:^|\/)teams\/teamsSettings\.json$/))
      if (row)
        teams.set(row.text('id'), {
          name: row.text('displayname') || (teams.get(row.text('id'))?.name ?? ''),
          isPrivate: !/^public$/i.test(row.text('visibility')),
          isArchived: row.is('isarchived'),
          description: row.text('description'),
        });
    return teams;
  }

  /** User IDs by team ID. */
  async #members(): Promise<Map<string, string[]>> {
    const members = new Map<string, string[]>();
    for await (const { row, match } of this.#all(/(?:^|\/)teams\/([^/]+)\/teamMembers_[^/]*\.json$/)) {
      const id = row?.text('userid') || row?.text('id');
      if (id) members.set(match[1] ?? '', [...(members.get(match[1] ?? '') ?? []), id]);
    }
    return members;
  }

  async *#messages(pattern: RegExp): AsyncGenerator<SourceRecord> {
    for await (const { row, fault, place, match } of this.#all(pattern)) {
      if (row) yield* readItem(place, () => this.#message(row, match[1] ?? '', place));
      else yield gap(place, fault ?? '');
      await this.#scratch.count();
    }
  }

  *#message(row: Row, owner: string, place: string): Generator<SourceRecord> {
    const channelId = row.row('channelidentity').text('channelid');
    const chatId = row.text('chatid');
    const where = channelId || chatId;
    const id = `${where}:${row.text('id')}`;
    if (where === '' || row.text('id') === '') {
      yield problem(place, 'The message has no ID, no channel and no chat.');
      return;
    }
    if (channelId === '') {
      const members = this.#directs.get(chatId) ?? new Set(membersIn(chatId));
      this.#directs.set(chatId, members.add(owner));
      if (!this.#seen.addOnce(id)) return;
    }
    noteZone(this.#tally, row.text('createddatetime'), place);
    lookAt('message', row, this.#tally, place);
    const kind = row.text('messagetype').toLowerCase();
    if (!['', 'message', 'chatmessage', 'systemeventmessage', 'unknownfuturevalue'].includes(kind))
      this.#tally.leaveOut(`messages of type ${kind}`, `${unknownKind} Their texts come.`, place);
    if (isNotice(row)) {
      this.#tally.leaveOut('notices of the product', 'Nobody wrote them.', place);
      return;
    }
    const record = messageRecord(
      row,
      id,
      channelId === '' ? { direct: chatId } : { channel: channelId },
      place,
    );
    if (record.kind === 'message' && channelId === '') this.#directs.get(chatId)?.add(record.sender);
    yield record;
  }
}

/** `19:<id>_<id>@unq.gbl.spaces` contains both people of a chat. */
function membersIn(chatId: string): string[] {
  const [, first, second] = /^19:([0-9a-f-]{36})_([0-9a-f-]{36})@/.exec(chatId) ?? [];
  return [first, second].filter((one) => one !== undefined);
}

function channel(row: Row, team: Team & { members: string[] }, place: string): SourceRecord {
  if (/private|shared/i.test(row.text('membershiptype')))
    return problem(place, 'Who is in a private or shared channel is not in the export.');
  const name = row.text('displayname');
  return {
    kind: 'channel',
    id: row.text('id'),
    name: name === 'General' || name === '' ? team.name : `${team.name} / ${name}`,
    description: row.text('description') || team.description,
    isPrivate: team.isPrivate || !/^standard$/i.test(row.text('membershiptype')),
    isArchived: team.isArchived,
    createdAt: row.time('createddatetime'),
    members: team.members,
  };
}

function* person(row: Row, admins: ReadonlySet<string>, place: string): Generator<SourceRecord> {
  const id = row.text('id');
  if (id === '') {
    yield problem(place, 'The account has no ID.');
    return;
  }
  const login = row.text('userprincipalname');
  const role: PersonRole = admins.has(id)
    ? 'owner'
    : login.includes('#EXT#') || /guest/i.test(row.text('usertype'))
      ? 'guest'
      : 'member';
  yield {
    kind: 'person',
    id,
    name: row.text('displayname') || login || id,
    email: row.text('mail') || login || undefined,
    role,
    isActive: true,
  };
}

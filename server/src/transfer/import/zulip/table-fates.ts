/**
 * What becomes of each table of an export. Rows that do not come are counted in the report with the reason; so are those of
 * tables that are not declared here, which a newer version may have.
 */
import type { Input } from '../input/input.ts';
import { countElements } from '../input/json-elements.ts';
import type { SourceRecord } from '../records.ts';
import type { FileFate } from '../reading/source.ts';
import type { Tables } from './tables.ts';
import { errorMessage } from '../../../lib/thrown.ts';

type TableFate =
  /** The reader converts its rows, and reports single ones that do not come. */
  'converted' | { without: string };

const server: TableFate = { without: 'It is about the work of the server there.' };
const statistics: TableFate = { without: 'Statistics begin with zero here.' };
const onboarding: TableFate = { without: 'Introductions of Zulip’s own apps.' };

const realmTables: Readonly<Record<string, TableFate>> = {
  zerver_realm: 'converted',
  zerver_userprofile: 'converted',
  zerver_userprofile_mirrordummy: 'converted',
  zerver_userprofile_crossrealm: 'converted',
  zerver_stream: 'converted',
  zerver_recipient: 'converted',
  zerver_huddle: 'converted',
  zerver_subscription: 'converted',
  zerver_defaultstream: 'converted',
  zerver_reaction: 'converted',
  zerver_realmemoji: 'converted',
  zerver_realmfilter: 'converted',
  zerver_realmplayground: 'converted',
  zerver_realmdomain: 'converted',
  zerver_usergroup: 'converted',
  zerver_namedusergroup: 'converted',
  zerver_usergroupmembership: 'converted',
  zerver_groupgroupmembership: 'converted',
  zerver_customprofilefield: 'converted',
  zerver_customprofilefieldvalue: 'converted',
  zerver_userstatus: 'converted',
  zerver_usertopic: 'converted',
  zerver_muteduser: 'converted',
  zerver_alertword: 'converted',
  zerver_savedsnippet: 'converted',
  zerver_scheduledmessage: 'converted',
  zerver_service: 'converted',
  zerver_botconfigdata: 'converted',
  zerver_botstoragedata: 'converted',
  zerver_realmauditlog: { without: 'The audit log here begins with the import.' },
  zerver_realmuserdefault: { without: 'Settings of new people: the organization here has its own.' },
  zerver_realmauthenticationmethod: { without: 'How people sign in is set up here.' },
  zerver_externalauthid: { without: 'How people sign in is set up here.' },
  zerver_realmexport: { without: 'Exports of the organization there.' },
  zerver_userpresence: 'converted',
  zerver_useractivity: statistics,
  zerver_useractivityinterval: statistics,
  zerver_onboardingstep: onboarding,
  zerver_onboardingusermessage: onboarding,
  zerver_userhotspot: onboarding,
  zerver_presencesequence: server,
  zerver_client: server,
  zerver_channelfolder: 'converted',
  zerver_navigationview: 'converted',
  zerver_draft: 'converted',
  zerver_submessage: { without: 'Votes and tasks of messages do not come.' },
  zerver_preregistrationuser: { without: 'Invitations end; invite these people again.' },
  zerver_multiuseinvite: { without: 'Links of invitations end; make new ones.' },
  zerver_defaultstreamgroup: { without: 'Groups of default channels do not come.' },
  zerver_realmreactivationstatus: server,
};

const otherTables: Readonly<Record<string, TableFate>> = {
  zerver_attachment: 'converted',
  zerver_message: 'converted',
  zerver_usermessage: 'converted',
  analytics_realmcount: statistics,
  analytics_usercount: statistics,
  analytics_streamcount: statistics,
};

const fates = new Map(Object.entries({ ...realmTables, ...otherTables }));

/** Files beside the tables. */
export const otherFiles: readonly FileFate[] = [
  { paths: /(?:^|\/)(?:analytics|migration_status|stats|consented_user_ids)\.json$/ },
  // Smaller ones of those that come.
  { paths: /(?:^|\/)(?:avatars|emoji)\// },
  {
    paths: /(?:^|\/)realm_icons\//,
    without: 'The organization has chosen the drawn ones.',
  },
  { paths: /(?:^|\/)uploads\/records\.json$/ },
  { paths: /(?:^|\/)uploads\//, without: 'No message names the file.' },
];

export async function* countLeftOut(
  input: Input,
  folder: string,
  rows: Tables,
): AsyncGenerator<SourceRecord> {
  const counts = await rows.counts();
  yield* notConverted(counts);
  yield* absentFrom(counts);
  const messages = [...input.files.keys().filter((path) => /(?:^|\/)messages-\d+\.json$/.test(path))];
  // The others have the same tables as the first one.
  const paths = [
    ...['attachment', 'analytics'].map((name) => `${folder}${name}.json`),
    ...messages.sort().slice(0, 1),
  ];
  for (const path of paths) if (input.files.has(path)) yield* countTables(input, path);
}

/** What people see there and no export of Zulip has so far, so that it cannot be counted. */
export const neverExported = {
  zerver_submessage:
    'Exports of Zulip do not have it: polls and lists are as they began, and forms of bots are missing.',
  zerver_draft: 'Exports of Zulip do not have it: drafts stay there.',
  zerver_preregistrationuser: 'Exports of Zulip do not have it: invite again who has not accepted.',
  zerver_defaultstreamgroup:
    'Exports of Zulip do not have it: groups of default channels are to be made again.',
  'files that no message has': 'Exports of Zulip do not have them.',
} as const;

function* absentFrom(counts: ReadonlyMap<string, number>): Generator<SourceRecord> {
  for (const [what, reason] of Object.entries(neverExported))
    if (!counts.has(what)) yield { kind: 'leftOut', what, count: 1, reason };
}

async function* countTables(input: Input, path: string): AsyncGenerator<SourceRecord> {
  try {
    yield* notConverted(await countElements(await input.open(path)));
  } catch (error) {
    yield { kind: 'problem', place: path, reason: errorMessage(error) };
  }
}

function* notConverted(counts: ReadonlyMap<string, number>): Generator<SourceRecord> {
  for (const [what, count] of counts) {
    const fate = fates.get(what);
    if (fate === 'converted' || count === 0) continue;
    yield { kind: 'leftOut', what, count, reason: fate?.without ?? 'It is no table that is known here.' };
  }
}

/** Groups and channels whose members can be added together. */
import { peopleInGroup } from '../../store/people/groups.ts';
import type { Live } from '../../store/live.ts';
import { mayReadChannel } from '../channels/channel-rights.ts';
import { groupName } from './permission-choices.ts';
import { suggest } from './suggest.ts';

export type PeopleSet = { kind: 'group' | 'channel'; id: number; name: string };

/** With its members at the time of choosing. */
export type FilledSet = PeopleSet & { ids: readonly number[] };

export type ChosenPeople = { people: readonly number[]; sets: readonly FilledSet[] };

export const nobodyChosen: ChosenPeople = { people: [], sets: [] };

/** Matches by name whose members are visible; `channelId` is the channel that they are added to. */
export function suggestSets(live: Live, text: string, channelId: number | undefined): PeopleSet[] {
  const groups = [...live.get('groups').values()]
    .filter((group) => !group.deactivated && group.name !== 'role:internet' && group.name !== 'role:nobody')
    .map((group) => ({ kind: 'group' as const, id: group.id, name: groupName(group) }));
  const channels = [...live.get('channels')]
    .filter(([id, channel]) => id !== channelId && !channel.is_archived && mayReadChannel(live, id, channel))
    .map(([id, { name }]) => ({ kind: 'channel' as const, id, name }));
  const all = [...groups, ...channels];
  const names = new Set(suggest([...new Set(all.map(({ name }) => name))], text));
  return all.filter(({ name }) => names.has(name));
}

export const groupPeople = (live: Live, groupId: number): readonly number[] => [
  ...peopleInGroup(live.peek().groups, groupId),
];

/** Everyone once. */
export function toAdd(live: Live, { people, sets }: ChosenPeople, without: ReadonlySet<number>) {
  const all = new Set([...people, ...sets.flatMap(({ ids }) => ids)]);
  const present = [...all].filter((id) => without.has(id));
  const others = [...all].filter((id) => !without.has(id));
  const isDeactivated = (id: number): boolean => live.get('users').get(id)?.is_active === false;
  return {
    ids: others.filter((id) => !isDeactivated(id)),
    present: present.length,
    deactivated: others.filter(isDeactivated),
  };
}

/** Finds out of which workspace an export is. */
import type { Input } from '../input/input.ts';
import type { Likeness } from '../reading/source.ts';
import { hasId, listConversations } from './conversations.ts';
import type { Layout } from './layout.ts';
import { list, listPaths } from './lists.ts';
import { toText, type SlackMessage, type SlackUser } from './types.ts';

const mostPlaces = 500;
const mostFiles = 20;
const mostMessages = 400;

export interface Workspace {
  /** ID of the team, if the export says it. */
  team: string | undefined;
  likeness: Likeness;
}

/** The team is that of most people, or else of most of the first messages: not all exports have a list of people. */
export async function findWorkspace(input: Input, layout: Layout): Promise<Workspace> {
  const teams = new Map<string, number>();
  const vote = (team: unknown) => {
    if (toText(team) !== '') teams.set(toText(team), (teams.get(toText(team)) ?? 0) + 1);
  };
  for (const path of listPaths(layout, ['users', 'org_users']))
    for await (const { value } of list<SlackUser>(input, path)) vote(value?.team_id);
  const hasPeople = teams.size > 0;
  const folders = new Map<string, string>();
  for await (const { prefix, value } of listConversations(input, layout))
    if (hasId(value) && folders.size < mostPlaces)
      for (const name of [value.name, value.id])
        if (toText(name) !== '') folders.set(`${prefix}${toText(name)}`, value.id);
  const messages: string[] = [];
  for (const { folder, path } of firstFiles(layout))
    for await (const { value } of list<SlackMessage>(input, path)) {
      if (!value || messages.length >= mostMessages) break;
      if (!hasPeople) vote(value.team ?? value.user_team);
      const id = folders.get(folder);
      if (id !== undefined && value.ts !== undefined) messages.push(`${id}:${value.ts}`);
    }
  const team = [...teams].sort((a, b) => b[1] - a[1])[0]?.[0];
  return {
    team,
    likeness: { isNamed: team !== undefined, places: [...new Set(folders.values())], messages },
  };
}

function* firstFiles({ days, listFiles }: Layout): Generator<{ folder: string; path: string }> {
  let left = mostFiles;
  for (const day of days)
    for (const file of listFiles(day)) {
      if (left-- <= 0) return;
      yield file;
    }
}

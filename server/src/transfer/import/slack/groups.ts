/** Reads saved responses of Slack's API for what exports lack: user groups and the names of profile fields. */
import type { Input } from '../input/input.ts';
import { readJson } from '../input/read-json.ts';
import { problem, type GroupRecord, type ProblemRecord } from '../records.ts';
import { toText, type SlackGroup } from './types.ts';
import { fieldsIn } from '../../../lib/objects.ts';
import { objectsFrom } from '../exported.ts';

const largest = 64 * 1024 * 1024;

async function* answers(input: Input, paths: readonly string[]): AsyncGenerator {
  for (const path of paths) {
    if (!input.files.has(path)) continue;
    const read = await readJson(input, path, largest);
    yield 'fault' in read ? problem(path, read.fault) : read.value;
  }
}

const isProblem = (value: unknown): value is ProblemRecord => fieldsIn(value).kind === 'problem';

/** From `usergroups.list` with `include_users`. */
export async function* groupRecords(
  input: Input,
  paths: readonly string[],
): AsyncGenerator<GroupRecord | ProblemRecord> {
  for await (const value of answers(input, paths)) {
    if (isProblem(value)) {
      yield value;
      continue;
    }
    const listed = fieldsIn(value).usergroups ?? value;
    for (const group of objectsFrom<SlackGroup>(listed)) {
      if (typeof group.id !== 'string' || (group.date_delete ?? 0) > 0) continue;
      yield {
        kind: 'group',
        id: group.id,
        name: toText(group.handle) || toText(group.name) || group.id,
        description: toText(group.description),
        members: (Array.isArray(group.users) ? group.users : []).filter((one) => typeof one === 'string'),
      };
    }
  }
}

/** From `team.profile.get`: labels by field ID. */
export async function fieldLabels(input: Input, paths: readonly string[]): Promise<Map<string, string>> {
  const labels = new Map<string, string>();
  for await (const value of answers(input, paths)) {
    const fields = fieldsIn(fieldsIn(value).profile).fields;
    for (const { id, label } of objectsFrom<{ id: unknown; label: unknown }>(fields))
      if (typeof id === 'string' && toText(label) !== '') labels.set(id, toText(label));
  }
  return labels;
}

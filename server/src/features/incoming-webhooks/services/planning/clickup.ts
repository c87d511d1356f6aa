/** ClickUp: tasks, lists, folders and spaces. Events contain ids and changes. */
import { UnsupportedEvent, type Delivery, type Integration, type ReadResult } from '../../integration.ts';
import { facts, link, type Markup, md, paragraphs } from '../../markup.ts';
import type { Payload } from '../../payload.ts';

const things = ['task', 'list', 'folder', 'space', 'goal', 'keyResult'];
const actions: Readonly<Record<string, string>> = {
  Created: 'created',
  Updated: 'updated',
  Deleted: 'deleted',
  PriorityUpdated: 'changed the priority of',
  StatusUpdated: 'changed the status of',
  AssigneeUpdated: 'changed the assignees of',
  DueDateUpdated: 'changed the due date of',
  TagUpdated: 'changed the tags of',
  Moved: 'moved',
  CommentPosted: 'commented on',
  CommentUpdated: 'edited a comment on',
  TimeEstimateUpdated: 'changed the time estimate of',
  TimeTrackedUpdated: 'tracked time of',
};

function parse(event: string): { thing: string; verb: string } {
  const thing = things.find((each) => event.startsWith(each));
  const action = event.slice(thing?.length ?? 0);
  const verb = thing !== undefined && Object.hasOwn(actions, action) ? actions[action] : undefined;
  if (thing === undefined || verb === undefined) throw new UnsupportedEvent(event);
  return { thing: thing === 'keyResult' ? 'key result' : thing, verb };
}

/** A value is a text or an object, whose name depends on its type. */
function formatValue(item: Payload, path: string): string {
  if (!item.has(path)) return 'none';
  if (item.isText(path)) return item.text(path);
  return (
    item.firstText(`${path}.status`, `${path}.priority`, `${path}.username`, `${path}.name`) ?? 'changed'
  );
}

function changes(items: readonly Payload[]): Markup {
  return facts(
    ...items.slice(0, 10).map((item) => {
      const field = (item.optionalText('field') ?? 'change').replaceAll('_', ' ');
      const comment = item.optionalText('comment.text_content');
      return [field, comment ?? `${formatValue(item, 'before')} → ${formatValue(item, 'after')}`] as const;
    }),
  );
}

function receive({ payload }: Delivery): ReadResult {
  const event = payload.text('event');
  const { thing, verb } = parse(event);
  const idField = `${thing.replace(' ', '_')}_id`;
  const id = payload.optionalText(idField) ?? '';
  const items = payload.list('history_items');
  const who = items[0]?.optionalText('user.username') ?? 'Someone';
  const url =
    thing === 'task' && id !== '' ? `https://app.clickup.com/t/${encodeURIComponent(id)}` : undefined;
  const isPlain = event.endsWith('Created') || event.endsWith('Deleted');
  const content = paragraphs(
    md`${who} ${verb} ${link(`${thing} ${id}`.trim(), url)}.`,
    !isPlain && changes(items),
  );
  return { event, topic: id === '' ? 'ClickUp' : `${thing} ${id}`, content };
}

export const clickup: Integration = {
  name: 'clickup',
  displayName: 'ClickUp',
  shaped: things.flatMap((thing) => Object.keys(actions).map((action) => thing + action)),
  receive,
};

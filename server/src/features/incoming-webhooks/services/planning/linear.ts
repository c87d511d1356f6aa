/** Linear: issues and comments. */
import { UnsupportedEvent, type Delivery, type Integration, type ReadResult } from '../../integration.ts';
import { enumeration, facts, link, md, paragraphs } from '../../markup.ts';
import { withText } from '../forges/git.ts';

const verbs: Readonly<Record<string, string>> = { create: 'created', update: 'updated', remove: 'removed' };

const priorities = ['none', 'urgent', 'high', 'medium', 'low'] as const;

function issue({ payload }: Delivery, event: string, verb: string): ReadResult {
  const data = payload.at('data');
  const kind = data.has('parentId') ? 'Sub-Issue' : 'Issue';
  const title = data.text('title');
  const name = md`${kind.toLowerCase()} ${data.optionalText('identifier') ?? `#${data.text('number')}`}`;
  const who = payload.optionalText('actor.name') ?? 'Someone';
  const labels = data.list('labels').map((label) => label.text('name'));
  const sentence = md`${who} ${verb} ${link(name, payload.optionalText('url'))}`;
  const description = verb === 'created' ? data.optionalText('description') : undefined;
  const content = paragraphs(
    withText(sentence, description),
    verb !== 'removed' &&
      facts(
        ['Status', data.optionalText('state.name')],
        ['Priority', data.optionalText('priorityLabel') ?? priorities[data.optionalNumber('priority') ?? -1]],
        ['Assignee', data.optionalText('assignee.name')],
        ['Labels', labels.length === 0 ? undefined : enumeration(labels)],
      ),
  );
  return { event, topic: `${kind}: ${title}`, content };
}

function comment({ payload }: Delivery, event: string, verb: string): ReadResult {
  const data = payload.at('data');
  const title = data.text('issue.title');
  const who = payload.firstText('data.user.name', 'actor.name') ?? 'Someone';
  const commented = link(verb === 'created' ? 'commented' : `${verb} a comment`, payload.optionalText('url'));
  const text = verb === 'removed' ? undefined : data.optionalText('body');
  return { event, topic: `Issue: ${title}`, content: withText(md`${who} ${commented} on ${title}`, text) };
}

function receive(delivery: Delivery): ReadResult {
  const { payload } = delivery;
  const [type, action] = [payload.text('type'), payload.text('action')];
  const event = `${type}.${action}`;
  const verb = Object.hasOwn(verbs, action) ? verbs[action] : undefined;
  if (verb === undefined) throw new UnsupportedEvent(event);
  if (type === 'Issue') return issue(delivery, event, verb);
  if (type === 'Comment') return comment(delivery, event, verb);
  throw new UnsupportedEvent(event);
}

export const linear: Integration = {
  name: 'linear',
  displayName: 'Linear',
  events: ['Issue', 'Comment'].flatMap((type) => Object.keys(verbs).map((action) => `${type}.${action}`)),
  signature: 'linear',
  receive,
};

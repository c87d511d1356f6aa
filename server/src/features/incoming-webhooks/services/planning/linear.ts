/** Linear: issues and comments, and what else has a name. */
import { UnsupportedEvent, type Delivery, type Integration, type ReadResult } from '../../integration.ts';
import { enumeration, facts, link, md, oneLine, paragraphs } from '../../markup.ts';
import type { Payload } from '../../payload.ts';
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
        ['Due', data.optionalText('dueDate')],
        ['Estimate', data.optionalText('estimate')],
        ['Labels', labels.length === 0 ? undefined : enumeration(labels)],
      ),
  );
  return { event, topic: `${kind}: ${title}`, content };
}

/** Comments are on issues, and on updates, documents and projects. */
const commentedThings = [
  'issue',
  'projectUpdate',
  'initiativeUpdate',
  'documentContent',
  'project',
  'parent',
];
const commented = (data: Payload): string =>
  data.firstText(
    ...commentedThings.flatMap((name) => [`${name}.title`, `${name}.name`, `${name}.project.name`]),
  ) ?? 'Linear';

/** Projects, cycles, documents, labels, attachments, updates and the like. */
function other(
  { payload }: Delivery,
  event: string,
  { type, verb }: { type: string; verb: string },
): ReadResult {
  const data = payload.at('data');
  const title =
    data.firstText('title', 'name', 'emoji', 'number') ?? oneLine(data.optionalText('body') ?? '', 60);
  if (title === '') throw new UnsupportedEvent(event);
  const kind = type.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
  const who = payload.firstText('actor.name', 'data.user.name') ?? 'Someone';
  const sentence = md`${who} ${verb} the ${kind} ${link(title, payload.firstText('url', 'data.url'))}`;
  const text = verb === 'removed' ? undefined : data.firstText('body', 'description', 'subtitle');
  const content = paragraphs(
    withText(sentence, text),
    facts(
      ['State', data.firstText('state', 'health')],
      ['Issue', data.firstText('issue.title', 'issue.identifier')],
      ['Starts', data.firstText('startDate', 'startsAt')],
      ['Ends', data.firstText('targetDate', 'endsAt')],
    ),
  );
  return { event, topic: data.firstText('issue.title', 'project.name', 'name') ?? 'Linear', content };
}

function comment({ payload }: Delivery, event: string, verb: string): ReadResult {
  const data = payload.at('data');
  const title = commented(data);
  const who = payload.firstText('data.user.name', 'actor.name') ?? 'Someone';
  const verbLink = link(verb === 'created' ? 'commented' : `${verb} a comment`, payload.optionalText('url'));
  const text = verb === 'removed' ? undefined : data.optionalText('body');
  return {
    event,
    topic: data.has('issue.title') ? `Issue: ${title}` : title,
    content: withText(md`${who} ${verbLink} on ${title}`, text),
  };
}

function receive(delivery: Delivery): ReadResult {
  const { payload } = delivery;
  const [type, action] = [payload.text('type'), payload.text('action')];
  const event = `${type}.${action}`;
  const verb = Object.hasOwn(verbs, action) ? verbs[action] : undefined;
  if (verb === undefined) throw new UnsupportedEvent(event);
  if (type === 'Issue') return issue(delivery, event, verb);
  if (type === 'Comment') return comment(delivery, event, verb);
  return other(delivery, event, { type, verb });
}

const types =
  'Issue Comment Attachment Cycle Document Initiative InitiativeUpdate IssueLabel Project ProjectUpdate Reaction'.split(
    ' ',
  );

export const linear: Integration = {
  name: 'linear',
  displayName: 'Linear',
  events: types.flatMap((type) => Object.keys(verbs).map((action) => `${type}.${action}`)),
  // What else has a title, a name or a text.
  shaped: Object.keys(verbs).map((action) => `*.${action}`),
  signature: 'linear',
  receive,
};

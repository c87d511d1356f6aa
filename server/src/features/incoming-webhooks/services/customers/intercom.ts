/** Intercom: conversations, contacts, companies and tickets. It probes the address with HEAD. */
import {
  nothing,
  UnsupportedEvent,
  type Delivery,
  type Integration,
  type ReadResult,
} from '../../integration.ts';
import { facts, md, oneLine, paragraphs, quote } from '../../markup.ts';
import { htmlMarkdown } from '../html-markdown.ts';

const kinds: Readonly<Record<string, string>> = {
  conversation: 'Conversation',
  contact: 'Contact',
  user: 'User',
  company: 'Company',
  ticket: 'Ticket',
  visitor: 'Visitor',
  admin: 'Teammate',
  event: 'Event',
};

function receive({ payload }: Delivery): ReadResult {
  const event = payload.text('topic');
  if (event === 'ping') return nothing('probe');
  const [kind = '', ...rest] = event.split('.');
  const type = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  if (type === undefined) throw new UnsupportedEvent(event);
  const item = payload.at('data.item');
  const person = item.firstText(
    'source.author.name',
    'user.name',
    'contact.name',
    'name',
    'email',
    'source.author.email',
  );
  const name = person ?? item.text('id');
  const parts = item.list('conversation_parts.conversation_parts');
  const said =
    parts.at(-1)?.optionalText('body') ?? item.firstText('source.body', 'conversation_message.body');
  const text = said === undefined ? '' : htmlMarkdown(said);
  const content = paragraphs(
    md`**${type}** ${name}: ${rest.join(' ').replaceAll('_', ' ')}.`,
    facts(['Email', item.optionalText('email')], ['Assignee', item.optionalText('assignee.name')]),
    text !== '' && quote(text),
  );
  return { event, topic: `${type}: ${oneLine(name)}`, content };
}

export const intercom: Integration = {
  name: 'intercom',
  displayName: 'Intercom',
  shaped: Object.keys(kinds).map((kind) => `${kind}.*`),
  acceptsHead: true,
  receive,
};

/** Zendesk and Freshdesk, whose triggers post custom templates and authenticate by HTTP Basic. */
import { truncate } from '../../../../lib/text.ts';
import { UnsupportedEvent, type Delivery, type Integration, type ReadResult } from '../../integration.ts';
import { facts, link, md, ownMarkdown, paragraphs, quote } from '../../markup.ts';
import { htmlMarkdown } from '../html-markdown.ts';

const longestTopic = 60;

const ticketTopic = (id: string, subject: string): string =>
  truncate(`#${id}: ${subject}`, longestTopic, '...');

function receiveZendesk({ payload }: Delivery): ReadResult {
  const topic = ticketTopic(payload.text('ticket_id'), payload.text('ticket_title'));
  return { event: 'ticket', topic, content: ownMarkdown(payload.text('message')) };
}

export const zendesk: Integration = { name: 'zendesk', displayName: 'Zendesk', receive: receiveZendesk };

/** `{ticket_action:created}`, `{status:{from:2,to:3}}`, `{user_comment…`. */
function parseEventKind(event: string): 'created' | 'updated' | 'note' | undefined {
  if (event.includes('ticket_action:created')) return 'created';
  if (event.includes('note_type') || event.includes('reply_sent') || event.includes('comment')) return 'note';
  return event.includes('from:') ? 'updated' : undefined;
}

const verbs = { created: 'created', updated: 'updated', note: 'wrote in' } as const;

function receiveFreshdesk({ payload }: Delivery): ReadResult {
  const ticket = payload.at('freshdesk_webhook');
  const triggered = ticket.text('triggered_event');
  const event = parseEventKind(triggered);
  if (event === undefined) throw new UnsupportedEvent(triggered);
  const id = ticket.text('ticket_id');
  const who = ticket.firstText('requester_name', 'requester_email') ?? 'Someone';
  const description = event === 'created' ? ticket.optionalText('ticket_description') : undefined;
  const content = paragraphs(
    md`${who} ${verbs[event]} ${link(`ticket #${id}`, ticket.optionalText('ticket_url'))}.`,
    description === undefined ? undefined : quote(htmlMarkdown(description)),
    facts(
      ['Type', ticket.optionalText('ticket_type')],
      ['Priority', ticket.optionalText('ticket_priority')],
      ['Status', ticket.optionalText('ticket_status')],
    ),
  );
  return { event, topic: ticketTopic(id, ticket.text('ticket_subject')), content };
}

export const freshdesk: Integration = {
  name: 'freshdesk',
  displayName: 'Freshdesk',
  events: Object.keys(verbs),
  receive: receiveFreshdesk,
};

import { handlerFor, type Delivery, type Integration, type ReadResult } from '../../integration.ts';
import { facts, md, paragraphs, time } from '../../markup.ts';

const verbs: Readonly<Record<string, string>> = {
  'invitee.created': 'booked',
  'invitee.canceled': 'canceled',
  'invitee_no_show.created': 'did not come to',
};

/** Calendly: booked and canceled events. */
function receive({ payload }: Delivery): ReadResult {
  const event = payload.text('event');
  const verb = handlerFor(verbs, event);
  const invitee = payload.at('payload');
  const name = invitee.optionalText('scheduled_event.name') ?? 'an event';
  const moved = invitee.isTrue('rescheduled')
    ? md`
(rescheduled)
      `
    : undefined;
  const content = paragraphs(
    md`**${invitee.firstText('name', 'email') ?? 'Someone'}** ${verb} **${name}**${moved}.`,
    facts(
      ['Starts', time(invitee.optionalText('scheduled_event.start_time'))],
      ['Email', invitee.optionalText('email')],
      ['Reason', invitee.optionalText('cancellation.reason')],
      ['Place', invitee.firstText('scheduled_event.location.join_url', 'scheduled_event.location.location')],
    ),
  );
  return { event, topic: name, content };
}

export const calendly: Integration = {
  name: 'calendly',
  displayName: 'Calendly',
  events: Object.keys(verbs),
  receive,
};

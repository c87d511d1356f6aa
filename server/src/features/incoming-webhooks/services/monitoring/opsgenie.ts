/** Opsgenie: actions on alerts. */
import { handlerFor, type Delivery, type Integration, type ReadResult } from '../../integration.ts';
import { enumeration, facts, link, md, paragraphs } from '../../markup.ts';

const verbs: Readonly<Record<string, string>> = {
  Create: 'was created',
  Acknowledge: 'was acknowledged',
  UnAcknowledge: 'is no longer acknowledged',
  Close: 'was closed',
  Delete: 'was deleted',
  Escalate: 'was escalated',
  EscalateNext: 'was escalated',
  Snooze: 'was snoozed',
  SnoozeEnded: 'is no longer snoozed',
  AddNote: 'has a new note',
  AddTags: 'has new tags',
  RemoveTags: 'has fewer tags',
  AddTeam: 'has another team',
  AddRecipient: 'has another recipient',
  AddResponder: 'has another responder',
  AssignOwnership: 'was assigned',
  TakeOwnership: 'was taken',
  UpdatePriority: 'has another priority',
  UpdateMessage: 'has another message',
  UpdateDescription: 'has another description',
  CustomAction: 'had an action executed on it',
};

function receive({ payload }: Delivery): ReadResult {
  const event = payload.text('action');
  const verb = handlerFor(verbs, event);
  const alert = payload.at('alert');
  const id = alert.text('alertId');
  const url = `https://app.opsgenie.com/alert/V2#/show/${encodeURIComponent(id)}`;
  const tags = alert.list('tags').map((tag) => tag.text());
  const content = paragraphs(
    md`**${link(alert.firstText('message', 'alertId') ?? id, url)}** ${verb}.`,
    facts(
      ['By', alert.firstText('username', 'source')],
      ['Priority', alert.optionalText('priority')],
      ['Note', alert.optionalText('note')],
      ['Tags', tags.length === 0 ? undefined : enumeration(tags)],
    ),
  );
  return { event, topic: payload.optionalText('integrationName') ?? 'Opsgenie', content };
}

export const opsgenie: Integration = {
  name: 'opsgenie',
  displayName: 'Opsgenie',
  events: Object.keys(verbs),
  receive,
};

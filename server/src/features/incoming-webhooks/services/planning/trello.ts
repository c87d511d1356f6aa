/** Trello: cards and boards. It probes the address with HEAD. */
import {
  handlerFor,
  Nothing,
  nothing,
  type Delivery,
  type Integration,
  type ReadResult,
} from '../../integration.ts';
import { enumeration, link, type Markup, md, time } from '../../markup.ts';
import type { Payload } from '../../payload.ts';
import { withText } from '../forges/git.ts';

interface TrelloEvent {
  data: Payload;
  who: string;
  card: Markup;
}

function cardLink(data: Payload): Markup {
  const short = data.optionalText('card.shortLink');
  const url = short === undefined ? undefined : `https://trello.com/c/${encodeURIComponent(short)}`;
  return link(data.optionalText('card.name') ?? 'a card', url);
}

/** The previous values show which properties of a card changed. */
function updated({ data, who, card }: TrelloEvent): Markup | Nothing {
  const old = data.at('old');
  if (old.has('idList'))
    return md`${who} moved ${card} from **${data.text('listBefore.name')}** to **${data.text('listAfter.name')}**.`;
  if (old.has('name')) return md`${who} renamed **${old.text('name')}** to ${card}.`;
  if (old.has('closed')) return md`${who} ${data.isTrue('card.closed') ? 'archived' : 'restored'} ${card}.`;
  if (old.has('due') || data.has('card.due')) {
    const due = data.optionalText('card.due');
    return due === undefined
      ? md`${who} removed the due date of ${card}.`
      : md`${who} set the due date of ${card} to ${time(due)}.`;
  }
  if (old.has('desc'))
    return withText(md`${who} changed the description of ${card}`, data.optionalText('card.desc'));
  return changedParts(data, who, card);
}

/** Fields without a sentence of their own, by their names. */
function changedParts(data: Payload, who: string, what: Markup): Markup | Nothing {
  const changed = data.entries('old').map(([name]) => name);
  // The position in a list, which Trello does not show either.
  if (changed.every((name) => name === 'pos')) return nothing('unseen');
  return md`${who} changed ${enumeration(changed)} of ${what}.`;
}

const describeList = (data: Payload): Markup | undefined => {
  const list = data.optionalText('list.name');
  return list === undefined ? undefined : md` in **${list}**`;
};

const handlers: Readonly<Record<string, (event: TrelloEvent) => Markup | Nothing>> = {
  createCard: ({ data, who, card }) =>
    withText(md`${who} created ${card}${describeList(data)}`, data.optionalText('card.desc')),
  copyCard: ({ data, who, card }) => md`${who} copied a card to ${card}${describeList(data)}.`,
  deleteCard: ({ data, who }) => md`${who} deleted a card${describeList(data)}.`,
  updateCard: updated,
  commentCard: ({ data, who, card }) => withText(md`${who} commented on ${card}`, data.optionalText('text')),
  updateComment: ({ data, who, card }) =>
    withText(md`${who} edited a comment on ${card}`, data.firstText('action.text', 'text')),
  deleteComment: ({ who, card }) => md`${who} deleted a comment on ${card}.`,
  addMemberToCard: ({ data, who, card }) =>
    md`${who} added ${data.firstText('member.name') ?? 'someone'} to ${card}.`,
  removeMemberFromCard: ({ data, who, card }) =>
    md`${who} removed ${data.firstText('member.name') ?? 'someone'} from ${card}.`,
  addLabelToCard: ({ data, who, card }) =>
    md`${who} added the label ${data.firstText('label.name', 'label.color')} to ${card}.`,
  removeLabelFromCard: ({ data, who, card }) =>
    md`${who} removed the label ${data.firstText('label.name', 'label.color')} from ${card}.`,
  addAttachmentToCard: ({ data, who, card }) =>
    md`${who} attached ${link(data.text('attachment.name'), data.optionalText('attachment.url'))} to ${card}.`,
  addChecklistToCard: ({ data, who, card }) =>
    md`${who} added the checklist **${data.text('checklist.name')}** to ${card}.`,
  updateCheckItemStateOnCard: ({ data, who, card }) =>
    md`${who} marked **${data.text('checkItem.name')}** of ${card} as ${data.text('checkItem.state')}.`,
  createList: ({ data, who }) => md`${who} created the list **${data.text('list.name')}**.`,
  updateList: ({ data, who }) =>
    data.has('old.name')
      ? md`${who} renamed the list **${data.text('old.name')}** to **${data.text('list.name')}**.`
      : changedParts(data, who, md`the list **${data.text('list.name')}**`),
  addMemberToBoard: ({ data, who }) =>
    md`${who} added ${data.firstText('member.name') ?? 'someone'} to the board.`,
  updateBoard: ({ data, who }) =>
    data.has('old.name')
      ? md`${who} renamed the board **${data.text('old.name')}** to **${data.text('board.name')}**.`
      : changedParts(data, who, md`the board **${data.text('board.name')}**`),
};

function receive({ payload }: Delivery): ReadResult {
  const event = payload.text('action.type');
  const handle = handlerFor(handlers, event);
  const data = payload.at('action.data');
  const who =
    payload.firstText('action.memberCreator.fullName', 'action.memberCreator.username') ?? 'Someone';
  const content = handle({ data, who, card: cardLink(data) });
  return content instanceof Nothing ? content : { event, topic: data.text('board.name'), content };
}

export const trello: Integration = {
  name: 'trello',
  displayName: 'Trello',
  events: Object.keys(handlers),
  acceptsHead: true,
  receive,
};

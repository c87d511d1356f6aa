/** Drafts, snippets, scheduled messages and reminders. */
import { say } from '../../support/talk.ts';
import { done, everyone, getId, fetchNewestIds, type Act } from './act.ts';

const soon = Math.floor(Date.now() / 1000) + 3600;
const draft = { type: '', to: [], topic: '', content: 'so' };

export const draftsAndReminders: readonly Act[] = [
  {
    name: 'Drafts are created, changed and deleted',
    act: async (world) => {
      const dan = world.as('dan');
      const { json } = await done(dan.post('/drafts', { drafts: [draft, draft, draft] }));
      const [first, second] = json.ids as number[];
      await done(dan.patch(`/drafts/${first}`, { draft: { ...draft, content: 'and so on' } }));
      await done(dan.delete(`/drafts/${second}`));
    },
    changes: ['dan'],
  },
  {
    name: 'Saved snippets are created, changed and deleted',
    act: async (world) => {
      const dan = world.as('dan');
      const text = { title: 'Hello', content: 'Welcome here.' };
      const { json } = await done(dan.post('/saved_snippets', text));
      const gone = await done(dan.post('/saved_snippets', text));
      await done(dan.post('/saved_snippets', { title: 'Thanks', content: 'Thank you.' }));
      await done(dan.patch(`/saved_snippets/${json.saved_snippet_id}`, { title: 'Greeting' }));
      await done(dan.delete(`/saved_snippets/${gone.json.saved_snippet_id}`));
    },
    changes: ['dan'],
  },
  {
    name: 'Scheduled messages are created, changed and deleted',
    act: async (world) => {
      const dan = world.as('dan');
      const message = { content: 'later', scheduled_delivery_timestamp: soon };
      const channel = { type: 'channel', to: world.channels.general, topic: 'lunch', ...message };
      const { json } = await done(dan.post('/scheduled_messages', channel));
      const direct = { type: 'direct', to: [getId(world, 'eve')], ...message };
      const gone = await done(dan.post('/scheduled_messages', direct));
      await done(dan.post('/scheduled_messages', { ...direct, content: 'later still' }));
      await done(dan.patch(`/scheduled_messages/${json.scheduled_message_id}`, { content: 'even later' }));
      await done(dan.delete(`/scheduled_messages/${gone.json.scheduled_message_id}`));
    },
    changes: ['dan'],
  },
  {
    name: 'A message is sent that a later step reminds of',
    act: (world) => say(world, 'eve', 'general', 'lunch', 'soup'),
    changes: everyone,
  },
  {
    name: 'Reminders are created',
    act: async (world) => {
      const dan = world.as('dan');
      const [message_id] = await fetchNewestIds(world, 'dan', 1);
      const reminder = { message_id, scheduled_delivery_timestamp: soon };
      for (let twice = 0; twice < 2; twice++) await done(dan.post('/reminders', reminder));
    },
    changes: ['dan'],
  },
  {
    // A step of its own: a reminder that is deleted before its client polls is not delivered at all.
    name: 'A reminder is deleted',
    act: async (world) => {
      const dan = world.as('dan');
      const { json } = await done(dan.get('/reminders'));
      const [first] = json.reminders as { reminder_id: number }[];
      await done(dan.delete(`/reminders/${first?.reminder_id}`));
    },
    changes: ['dan'],
  },
  {
    name: 'A message with a reminder is edited',
    act: async (world) => {
      const [id] = await fetchNewestIds(world, 'eve', 1);
      await done(world.as('eve').patch(`/messages/${id}`, { content: 'stew' }));
    },
    changes: ['dan'],
  },
  {
    name: 'A message with a reminder is deleted',
    act: async (world) => {
      const [id] = await fetchNewestIds(world, 'eve', 1);
      await done(world.as('ada').delete(`/messages/${id}`));
    },
    changes: everyone,
  },
];

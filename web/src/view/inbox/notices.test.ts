import assert from 'node:assert/strict';
import { test } from 'node:test';
import { userSettingChoices, userSettingDefaults, type UserSettings } from '../../../../wire/settings.ts';
import { after, ann, response, ben, cat, design, direct, inChannel } from '../../store/examples.ts';
import { createLive } from '../../store/live.ts';
import { noticeTag, noticeText } from './notices.ts';

type ReceivedEvent = ReturnType<typeof inChannel>;

function getText(event: ReceivedEvent, said: string, settings: Partial<UserSettings> = {}) {
  const user_settings = { ...userSettingDefaults, ...userSettingChoices, timezone: '', ...settings };
  const live = createLive(response({ user_settings }));
  after(live.peek(), event);
  const message = live.message(event.message.id);
  assert.ok(message);
  return noticeText(live, message, said);
}

test('A notification names the sender, and the conversation if necessary', () => {
  assert.deepEqual(getText(direct(101, [ann, ben]), ' Hello\n there '), {
    title: 'Ben Bo',
    body: 'Hello there',
  });
  assert.equal(getText(direct(101, [ann, ben, cat]), 'x').title, 'Ben Bo in Ben Bo, Cat Cho');
  assert.equal(getText(inChannel(101, design, '✔ lunch'), 'x').title, 'Ben Bo in design › lunch');
});

test('A notification omits private content and truncates long text', () => {
  const settings = { pm_content_in_desktop_notifications: false };
  assert.equal(getText(direct(101, [ann, ben]), 'The safe is open', settings).body, 'New direct message');
  assert.equal(getText(inChannel(101, design, 'lunch'), 'Soup', settings).body, 'Soup');
  assert.equal(getText(direct(101, [ann, ben]), '🧵'.repeat(201)).body, `${'🧵'.repeat(200)}…`);
  assert.equal(getText(direct(101, [ann, ben]), ' ').body, 'Sent a file');
});

test('A conversation has one notification, in any spelling of its topic', () => {
  const tag = (topic: string) => noticeTag({ kind: 'topic', channelId: design, topic });
  assert.equal(tag('Lunch'), tag('lunch'));
  assert.notEqual(tag('lunch'), tag('dinner'));
});

/** Devices whose clock is wrong. */
import assert from 'node:assert/strict';
import { choose, getButton, getCompose, getDialog, getStored, getToast } from './page.ts';
import { done, onOneServer, type Stage } from './stage.ts';

const hour = 3600;

/** Its clock goes as that of this machine does, but is so many seconds ahead. */
const shiftClock = (seconds: number): string => `
  const Real = Date;
  const ahead = ${String(seconds * 1000)};
  window.Date = class extends Real {
    constructor(...given) {
      if (given.length === 0) super(Real.now() + ahead);
      else super(...given);
    }
    static now() {
      return Real.now() + ahead;
    }
  };`;

async function openWithClock(stage: Stage, topic: string, ahead: number) {
  const page = await stage.openPage('ada', '/inbox');
  await page.addInitScript(shiftClock(ahead));
  // No request of the page before is left.
  await page.goto('about:blank');
  const compared = page.waitForResponse('**/users/me/presence');
  await page.goto(stage.topicPath(topic));
  await getStored(page, 'When?').waitFor();
  await compared;
  return page;
}

const isIn = (seconds: unknown, expected: number): boolean =>
  Math.abs(Number(seconds) - Date.now() / 1000 - expected) < hour / 4;

onOneServer('A device with a wrong clock', (sentence) => {
  for (const [direction, ahead, words] of [
    ['slow', -hour, '60 minutes slow'],
    ['fast', 24 * hour, '24 hours fast'],
  ] as const)
    sentence(
      `A ${direction} clock still schedules messages and reminders right, and is reported`,
      async (_t, stage) => {
        const topic = `clock ${direction}`;
        await stage.say('ben', topic, 'When?');
        const page = await openWithClock(stage, topic, ahead);
        await choose(page, getStored(page, 'When?'), 'Remind me');
        const remind = getDialog(page, 'Remind me');
        await remind.getByText(`is ${words}`).waitFor();
        await remind.getByRole('button', { name: 'In one hour' }).click();
        await getToast(page, 'Reminder set for').waitFor();
        const { reminders } = await done(stage.as('ada').get('/reminders'));
        const reminder = (reminders as { scheduled_delivery_timestamp: number }[]).at(-1);
        assert.ok(isIn(reminder?.scheduled_delivery_timestamp, hour), JSON.stringify(reminders));

        await getCompose(page).fill('Later.');
        await getButton(page, 'Sending options').click();
        await page.getByRole('menuitem', { name: 'In one hour' }).click();
        await getToast(page, words).waitFor();
        await getCompose(page).fill('Tomorrow.');
        await getButton(page, 'Sending options').click();
        await page.getByRole('menuitem', { name: 'Custom time' }).click();
        await getDialog(page, 'Schedule message').getByText(`is ${words}`).waitFor();
        await page.keyboard.press('Enter');
        await getDialog(page, 'Schedule message').waitFor({ state: 'detached' });
        const { scheduled_messages: scheduled } = await done(stage.as('ada').get('/scheduled_messages'));
        const at = (content: string) =>
          (scheduled as { content: string; topic: string; scheduled_delivery_timestamp: number }[]).find(
            (one) => one.content === content && one.topic === topic,
          )?.scheduled_delivery_timestamp;
        assert.ok(isIn(at('Later.'), hour), String(at('Later.')));
        assert.ok(isIn(at('Tomorrow.'), 24 * hour), String(at('Tomorrow.')));
      },
    );

  sentence('A clock that is right is not mentioned', async (_t, stage) => {
    await stage.say('ben', 'clock right', 'When?');
    const page = await openWithClock(stage, 'clock right', 0);
    await choose(page, getStored(page, 'When?'), 'Remind me');
    await getDialog(page, 'Remind me').getByRole('button', { name: 'In one hour' }).waitFor();
    assert.equal(await page.locator('.clock-notice').count(), 0);
  });
});

/** Which error a person sees when the server refuses a request: none is swallowed. */
import assert from 'node:assert/strict';
import { inGerman } from './english.ts';
import { getButton, getCompose, isFilled, readMessage, getStored, write } from './page.ts';
import { done, inWindows, onOneServer, until, type Page, type Route } from './stage.ts';

const refusal = (msg: string) => ({
  status: 403,
  contentType: 'application/json',
  body: JSON.stringify({ result: 'error', code: 'UNAUTHORIZED_PRINCIPAL', msg }),
});

/** The four ways in which a request comes to nothing, and what is said of each. */
const ways: { name: string; response: (route: Route) => Promise<void>; said: string }[] = [
  { name: 'refused', response: (route) => route.fulfill(refusal('You may not.')), said: 'You may not.' },
  {
    name: 'too often',
    response: (route) => route.fulfill({ status: 429, headers: { 'retry-after': '7' }, body: '{}' }),
    said: 'in 7 seconds',
  },
  { name: 'failed', response: (route) => route.fulfill({ status: 500, body: 'no' }), said: 'error (500)' },
  { name: 'cut', response: (route) => route.abort(), said: 'Cannot reach' },
];

const getAlert = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text });

onOneServer('Refused requests', (sentence) => {
  for (const { name, response, said } of ways)
    sentence(`A refused setting, reaction and channel show the reason (${name})`, async (_t, stage) => {
      const page = await stage.openPage('ada', '/settings/preferences');
      await page.route('**/api/v1/settings', response);
      const clock = page.getByRole('switch', { name: 'Use 24-hour time' });
      const before = await clock.isChecked();
      await clock.click();
      await getAlert(page, said).waitFor();
      await until('what was not taken is taken back', async () => (await clock.isChecked()) === before);

      await page.goto('/channels/new');
      await page.route('**/api/v1/users/me/subscriptions', response);
      const form = page.getByRole('dialog', { name: 'Create channel' });
      await form.getByLabel('Name', { exact: true }).fill(`vats ${name}`);
      await form.getByRole('button', { name: 'Create channel' }).click();
      await getAlert(page, said).waitFor();
      await isFilled(form.getByLabel('Name', { exact: true }), `vats ${name}`);

      await stage.say('ben', `reacting ${name}`, 'Look.');
      const [message] = await stage.read('ben', `reacting ${name}`);
      assert.ok(message);
      await done(stage.as('ben').post(`/messages/${message.id}/reactions`, { emoji_name: 'tada' }));
      await page.goto(stage.topicPath(`reacting ${name}`));
      await page.route('**/api/v1/messages/*/reactions', response);
      const reaction = getStored(page, 'Look.').locator('.reaction');
      await reaction.click();
      await page.getByText(said).waitFor();
      await until(
        'nothing is pretended',
        async () => (await reaction.getAttribute('aria-pressed')) === 'false',
      );
    });

  sentence('A rate-limited message waits as requested and is sent once', async (_t, stage) => {
    const page = await stage.openPage('ben', stage.topicPath('busy'));
    await getCompose(page).waitFor();
    let isBusy = true;
    await page.route('**/api/v1/messages', async (route) => {
      if (route.request().method() !== 'POST' || !isBusy) return route.continue();
      isBusy = false;
      return route.fulfill({ status: 429, headers: { 'retry-after': '2' }, body: '{}' });
    });
    await write(page, 'Through the rush');
    await getStored(page, 'Through the rush').waitFor();
    assert.equal(await stage.count('busy', 'Through the rush'), 1);
  });

  sentence('A refused message stays with its reason and can be discarded', async (_t, stage) => {
    const page = await stage.openPage('ben', stage.topicPath('closed'));
    await getCompose(page).waitFor();
    await page.route('**/api/v1/messages', (route) =>
      route.request().method() === 'POST' ? route.fulfill(refusal('Not here.')) : route.continue(),
    );
    await write(page, 'May I?');
    await getAlert(page, 'Not here.').waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
    await readMessage(page, 'May I?').waitFor({ state: 'detached' });
  });
});

inWindows('Refused requests', (sentence) => {
  sentence('A refusal is explained in German on a German page', async (_t, stage) => {
    const hushed = { direct_members: [], direct_subgroups: [] };
    const group = { name: 'seers', description: '', members: [], can_mention_group: hushed };
    await done(stage.as('ada').post('/user_groups/create', group));
    await done(stage.as('ada').patch('/settings', { default_language: 'de' }));
    const page = await stage.openPage('ada', '/settings/account');
    await page.getByLabel(inGerman('settings.passwordOld')).fill('not this one');
    await page.getByLabel(inGerman('settings.passwordNew')).fill('but another one, and long');
    await getButton(page, inGerman('settings.passwordChange')).click();
    await getAlert(page, 'Das Passwort ist falsch.').waitFor();

    await page.goto(stage.topicPath('hush'));
    await page.getByRole('textbox', { name: inGerman('compose.placeholder') }).fill('@*seers*, seht her');
    await getButton(page, inGerman('compose.send')).click();
    await getAlert(page, 'Die Gruppe „seers“ darfst du nicht erwähnen.').waitFor();
  });
});

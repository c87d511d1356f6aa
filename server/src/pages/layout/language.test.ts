import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getBrowser } from '../../../../tests/support/clients/browser.ts';
import { addOrganization, setOrganization } from '../../../../tests/support/change.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { invite, listed } from '../../../../tests/support/fixtures/invites.ts';
import { emailsTo, joinPathFor } from '../../../../tests/support/fixtures/mail.ts';
import { askPage, getWords, type PageOptions } from '../../../../tests/support/clients/pages.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';
import { wishedLanguage } from '../../lib/i18n/wished-language.ts';

type Language = 'de' | 'en';

const other = (language: Language): Language => (language === 'de' ? 'en' : 'de');

/** Entirely in one language, and marked with it. */
async function assertLanguage(world: World, asking: PageOptions, language: Language): Promise<void> {
  const { status, headers, text } = await askPage(world.url, asking);
  const notice = `${JSON.stringify(asking)} ${status}`;
  assert.equal(headers['content-language'], language, notice);
  assert.equal(headers.vary, 'Accept-Language', notice);
  assert.match(text, new RegExp(`^<!doctype html>\\s*<html lang="${language}">`), notice);
  assert.deepEqual(getWords(other(language), text), [], notice);
  assert.notDeepEqual(getWords(language, text), [], notice);
}

const wishes: readonly [string | undefined, Language | undefined][] = [
  ['de', 'de'],
  ['de-AT;q=0.9', 'de'],
  ['DE-ch-1996, en;q=0.8', 'de'],
  ['en;q=0.4,de;q=0.6', 'de'],
  ['nl-NL, nl;q=0.9, de;q=0.2, *;q=0.1', 'de'],
  ['de;q=0, en;q=0.1', 'en'],
  ['en', 'en'],
  ['en-GB,en-US;q=0.9,en;q=0.8,de;q=0.7', 'en'],
  ['en, de', 'en'],
  ['nl', undefined],
  ['*', undefined],
  ['de;q=0', undefined],
  ['', undefined],
  ['de;q=2', undefined],
  ['de;q=0.5;q=0.6', undefined],
  ['<de>, d e, dei, "de", 1', undefined],
  [`${'x,'.repeat(200)}de`, undefined],
  [undefined, undefined],
];

onBothEngines('Page languages', (engine) => {
  test('A page uses the language of the browser, otherwise English', async (t) => {
    const world = await makeWorld(t, engine);
    for (const [wish, language = 'en'] of wishes)
      await assertLanguage(world, { path: '/login', ...(wish === undefined ? {} : { wish }) }, language);
  });

  test('A page uses the organization’s language if the browser’s is not available', async (t) => {
    const world = await makeWorld(t, engine);
    await setOrganization(world, { default_language: 'de' });
    for (const [wish, language = 'de'] of wishes)
      await assertLanguage(world, { path: '/login', ...(wish === undefined ? {} : { wish }) }, language);
    await setOrganization(world, { default_language: 'nl' });
    await assertLanguage(world, { path: '/login' }, 'en');
    await assertLanguage(world, { path: '/login', wish: 'de' }, 'de');
  });

  test('A page of an organization uses that organization’s language', async (t) => {
    const world = await makeWorld(t, engine);
    await addOrganization(world);
    await setOrganization(world, { default_language: 'de' });
    await assertLanguage(world, { path: '/login' }, 'de');
    await assertLanguage(world, { path: '/login', host: 'others.localhost' }, 'en');
    await assertLanguage(world, { path: '/choose' }, 'en');
  });

  test('A page uses the language setting of a signed-in user', async (t) => {
    const world = await makeWorld(t, engine);
    const { cookie = '' } = await getBrowser(world, 'dan');
    const asking = { path: '/logout', wish: 'en', cookie };
    await assertLanguage(world, asking, 'en');
    await world.as('dan').patch('/settings', { default_language: 'de' });
    await assertLanguage(world, asking, 'de');
    await world.as('dan').patch('/settings', { default_language: 'nl' });
    await assertLanguage(world, asking, 'en');
    await assertLanguage(world, { ...asking, wish: 'de' }, 'de');
  });

  for (const language of ['de', 'en'] as const)
    test(`A page is completely translated to ${language}`, async (t) => {
      const world = await makeWorld(t, engine, { alone: true });
      const shows = (path: string, form?: Record<string, string>, cookie?: string) =>
        assertLanguage(
          world,
          { path, wish: language, ...(form ? { form } : {}), ...(cookie === undefined ? {} : { cookie }) },
          language,
        );
      await signingIn(world, language, shows);
      await anotherPassword(world, shows);
      await anotherAddress(world, shows);
      await joining(world, shows);
    });
});

test('An Accept-Language header is parsed quickly, however it is written', () => {
  for (const header of [',', ';q=', 'a-', 'de;q=0.', '*;', ' '])
    assert.equal(wishedLanguage(header.repeat(20_000)), undefined);
});

type ExpectPage = (path: string, form?: Record<string, string>, cookie?: string) => Promise<void>;

async function signingIn(world: World, language: Language, shows: ExpectPage): Promise<void> {
  await shows('/');
  for (const path of ['/login', '/login?note=out', '/login?note=reset', '/choose']) await shows(path);
  await shows('/login', { username: 'dan@example.com', password: 'a guess' });
  await world.as('dan').patch('/settings', { default_language: language });
  const { cookie = '' } = await getBrowser(world, 'dan');
  await shows('/logout', undefined, cookie);
  await shows('/', undefined, cookie);
}

async function anotherPassword(world: World, shows: ExpectPage): Promise<void> {
  await shows('/reset');
  await shows('/reset', { email: '' });
  await shows('/reset', { email: 'dan@example.com' });
  await shows('/reset/nothing');
  await shows('/reset/nothing', { password: 'nobody will guess' });
  const path = await pathIn(world, 'dan@example.com', /\/reset\/[\w-]+/);
  await shows(path);
  const own = 'dan@example.com';
  for (const password of ['short', 'x'.repeat(101), 'password123', 'abcdefghij', own])
    await shows(path, { password });
}

async function anotherAddress(world: World, shows: ExpectPage): Promise<void> {
  await world.as('dan').patch('/settings', { email: 'daniel@example.com' });
  const path = await pathIn(world, 'daniel@example.com', /\/confirm-email\/[\w-]+/);
  await shows('/confirm-email/nothing');
  await shows(path);
  await setOrganization(world, { email_changes_disabled: true });
  await shows(path, {});
  await setOrganization(world, { email_changes_disabled: false });
  await shows(path, {});
}

async function joining(world: World, shows: ExpectPage): Promise<void> {
  await shows('/join');
  await shows('/join/nothing');
  await invite(world, 'ada');
  const path = await joinPathFor(world, 'hal@example.com');
  await shows(path);
  for (const full_name of ['', 'x'.repeat(101), '<b>', 'Hal|5'])
    await shows(path, { full_name, password: 'nobody will guess' });
  const [invitation] = await listed(world, 'ada');
  await world.as('ada').delete(`/invites/${invitation?.id ?? 0}`);
  await shows(path);
  await setOrganization(world, { invite_required: false, disallow_disposable_email_addresses: true });
  await shows('/join');
  for (const email of ['', 'ida@mailinator.com', 'ida@example.org']) await shows('/join', { email });
  await setOrganization(world, { emails_restricted_to_domains: true });
  for (const email of ['ida@example.org', 'i+da@example.org']) await shows('/join', { email });
}

async function pathIn(world: World, address: string, pattern: RegExp): Promise<string> {
  const [email] = await emailsTo(world, address);
  return pattern.exec(email?.text ?? '')?.[0] ?? assert.fail(`There is no link for ${address}.`);
}

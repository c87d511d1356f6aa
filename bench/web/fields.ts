/** W6: main thread work per key press in the fields that choose among 10,000 people, 1,000 channels, and groups. */
import type { Page } from 'playwright-core';
import { ask, type Sender } from './hour.ts';

/** What is typed where. */
export interface TypedField {
  what: string;
  /** Makes the field appear. */
  open: (page: Page) => Promise<void>;
  selector: string;
  text: string;
}

const people = '.people-picker-input';

/** With half of all people in one group, whose page lists them. */
export async function makeFields(sender: Sender): Promise<TypedField[]> {
  const [groupId, channelId] = [await makeGroup(sender), await findLargestChannel(sender)];
  const at = (path: string) => (page: Page) => goTo(page, path);
  const pressing = (key: string) => async (page: Page) => {
    await page.evaluate('document.activeElement?.blur()');
    await page.keyboard.press(key);
  };
  return [
    {
      what: 'the recipients of a direct message',
      open: pressing('x'),
      selector: '.destination-people',
      text: 'mari',
    },
    { what: 'the search', open: pressing('/'), selector: '.search-overlay-input', text: 'from:mari' },
    {
      what: 'people added to a channel',
      open: at(`/channels/${channelId}/people`),
      selector: people,
      text: 'mari',
    },
    {
      what: 'people added to a large group',
      open: at(`/people/groups/${groupId}`),
      selector: people,
      text: 'mari',
    },
    {
      what: 'the members of a new group',
      open: at('/people/groups/new'),
      selector: `dialog ${people}`,
      text: 'mari',
    },
    {
      what: 'the members of a new channel',
      open: at('/channels/new'),
      selector: `dialog ${people}`,
      text: 'mari',
    },
    {
      what: 'the filter of channels',
      open: at('/channels'),
      selector: '.channels-filter input',
      text: 'loom',
    },
    {
      what: 'the filter of groups',
      open: at('/people/groups'),
      selector: '.channels-filter input',
      text: 'every',
    },
    {
      what: 'the list of users in the settings',
      open: at('/organization/users'),
      selector: '.settings-page input[type="search"]',
      text: 'mari',
    },
  ];
}

/** Resolves after `restMs`. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState(null, '', '${path}'); dispatchEvent(new PopStateEvent('popstate'))`);
  await page.waitForTimeout(restMs);
}

/** Long enough for what is loaded or made ready meanwhile. */
export const restMs = 1000;

async function makeGroup(sender: Sender): Promise<number> {
  const { members } = (await ask(sender, '/users')) as {
    members: { user_id: number; is_active: boolean; is_bot: boolean }[];
  };
  const ids = members
    .filter((one, i) => i % 2 === 0 && one.is_active && !one.is_bot)
    .map((one) => one.user_id);
  const body = new URLSearchParams({
    name: 'every second one',
    description: '',
    members: JSON.stringify(ids),
  });
  const { group_id: id } = (await ask(sender, '/user_groups/create', { method: 'POST', body })) as {
    group_id: number;
  };
  return id;
}

async function findLargestChannel(sender: Sender): Promise<number> {
  const { streams } = (await ask(sender, '/streams')) as {
    streams: { stream_id: number; subscriber_count: number }[];
  };
  return streams.toSorted((a, b) => b.subscriber_count - a.subscriber_count)[0]!.stream_id;
}

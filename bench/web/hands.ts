/** W6: main thread work per key press, with 10,000 users and 1,000 channels. */
import type { CDPSession, Page } from 'playwright-core';
import type { Line } from '../support/report.ts';
import { median } from '../support/stats.ts';
import { type Sender, ask } from './hour.ts';
import { getWork } from './thread.ts';

const keyMs = 16;
const changeMs = 50;

type Act = () => Promise<unknown>;

/** In the middle of the page. */
const listFilter = '.frame-middle .filter-field-input';

/** The page shows messages. */
export async function measureHands(page: Page, cdp: CDPSession, sender: Sender): Promise<Line[]> {
  const hands = new Hands(page, cdp);
  const channel = await page.evaluate<string>(`document.querySelector('a.sidebar-channel').pathname`);
  await goTo(page, channel);
  await writeMessage(hands, page);
  await hands.typeInto('a key in the filter of the left side', '#sidebar-filter', 'loom');
  await hands.typeInto('a key in the filter of the people', '#people-filter', 'mari');
  for (const [what, path, text] of [
    ['of recent conversations', '/recent', 'loom'],
    ['of all topics of a channel', `${channel}/topics`, 'loom'],
    ['of the directory', '/people', 'mari'],
  ] as const) {
    await goTo(page, path);
    await hands.typeInto(`a key in the filter ${what}`, listFilter, text);
  }
  await goTo(page, channel);
  for (const [what, key, field, text] of opened) {
    await page.focus('.message');
    await page.waitForTimeout(restMs);
    await page.keyboard.press(key);
    await hands.typeInto(what, field, text);
    await hands.leave();
  }
  for (const { what, open, selector, text } of await makeFields(sender)) {
    await goTo(page, channel);
    await open(page);
    await hands.typeInto(`a key in ${what}`, selector, text);
    await hands.leave();
  }
  await goTo(page, channel);
  await switchPlaces(hands, page);
  return hands.lines;
}

async function writeMessage(hands: Hands, page: Page): Promise<void> {
  await page.focus('.compose-text');
  await hands.type('a key while writing', 'hello_there');
  for (const [what, text] of suggested) {
    await page.keyboard.press('Space');
    await page.waitForTimeout(restMs);
    await hands.type(`a key of ${what}, with its suggestions`, text);
    await page.keyboard.press('Escape');
  }
  await page.fill('.compose-text', '');
}

async function switchPlaces(hands: Hands, page: Page): Promise<void> {
  const colours = (['dark', 'light', 'dark', 'light'] as const).map(
    (colorScheme) => () => page.emulateMedia({ colorScheme }),
  );
  await hands.measure('light to dark and back', colours, changeMs);
  await page.evaluate('document.activeElement?.blur()');
  await hands.measure('the quick switcher opens', hands.press('Control+k'), changeMs);
  await page.waitForTimeout(restMs);
  await hands.type('a key in the quick switcher', 'loom');
  await hands.leave();
}

const suggested = [
  ['a name', '@mari'],
  ['an emoji', ':smil'],
  ['a channel', '#loom'],
] as const;

/** By a key on a message. */
const opened = [
  ['a key in the emoji picker', ':', '.emoji-panel input', 'smil'],
  ['a key in the dialog that moves messages', 'm', 'dialog[open] .field:last-of-type input', 'loom'],
] as const;

/** Does what a person does, and keeps how much work it made. */
class Hands {
  readonly lines: Line[] = [];
  readonly #page: Page;
  readonly #cdp: CDPSession;

  constructor(page: Page, cdp: CDPSession) {
    this.#page = page;
    this.#cdp = cdp;
  }

  async measure(what: string, acts: readonly Act[], targetMs: number): Promise<void> {
    const works: number[] = [];
    for (const act of acts) works.push((await getWork(this.#cdp, this.#page, act)).all);
    this.lines.push(getLine(what, works, targetMs));
  }

  press = (...names: string[]): Act[] => names.map((name) => () => this.#page.keyboard.press(name));

  type = (what: string, text: string): Promise<void> =>
    this.measure(what, this.press(...Array.from(text)), keyMs);

  async typeInto(what: string, field: string, text: string): Promise<void> {
    await this.#page.focus(field);
    await this.#page.waitForTimeout(restMs);
    await this.type(what, text);
    await this.#page.fill(field, '');
  }

  /** Suggestions close first, and what they belong to after them. */
  async leave(): Promise<void> {
    for (const act of this.press('Escape', 'Escape')) await act();
  }
}

function getLine(what: string, works: readonly number[], targetMs: number): Line {
  const [middle, worst] = [median(works), Math.max(...works)];
  return {
    id: 'W6',
    what,
    measured: `${middle.toFixed(0)} ms of work, at most ${worst.toFixed(0)}`,
    target: `<= ${targetMs} ms`,
    isMet: middle <= targetMs,
  };
}

// W6: main thread work per key press in the fields that choose among 10,000 people, 1,000 channels, and groups.

/** What is typed where. */
interface TypedField {
  what: string;
  /** Makes the field appear. */
  open: (page: Page) => Promise<void>;
  selector: string;
  text: string;
}

const people = '.people-picker-input';

/** With half of all people in one group, whose page lists them. */
async function makeFields(sender: Sender): Promise<TypedField[]> {
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
async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState(null, '', '${path}'); dispatchEvent(new PopStateEvent('popstate'))`);
  await page.waitForTimeout(restMs);
}

/** Long enough for what is loaded or made ready meanwhile. */
const restMs = 1000;

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

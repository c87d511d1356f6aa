/** Parses the conversations of the demo; the text itself explains its format at the top. */
import { readFileSync } from 'node:fs';
import { demoNames, type DemoName } from './cast.ts';

/** A channel and a topic, or the people of a direct conversation. */
type DemoPlace = { channel: string; topic: string } | { people: readonly DemoName[] };

export interface DemoMessage {
  sender: DemoName;
  place: DemoPlace;
  content: string;
  /** Votes for the options of the message's poll, or completed tasks of its list; numbered from 0. */
  chosen: readonly { who: DemoName; at: number }[];
  /** Milliseconds before the start of the day on which the demo is made; negative on that day. */
  before: number;
}

const unit = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
type Unit = keyof typeof unit;

/** All messages in chronological order. */
export function demoConversations(text = readText()): DemoMessage[] {
  const messages: DemoMessage[] = [];
  let place: DemoPlace | undefined;
  let before = 0;
  for (const line of text.split('\n')) {
    const begin = /^## (.+) \| (\d+)d (\d\d):(\d\d)$/.exec(line);
    const pause = /^\+(\d+)([mhd])$/.exec(line);
    const said = /^([a-z]+): (.+)$/.exec(line);
    const chosen = /^= (.+)$/.exec(line)?.[1];
    const last = messages.at(-1);
    if (begin) {
      const [, where = '', days, hours, minutes] = begin;
      place = getPlace(where);
      before = Number(days) * unit.d - Number(hours) * unit.h - Number(minutes) * unit.m;
      // The pattern takes no other units.
    } else if (pause) before -= Number(pause[1]) * unit[pause[2] as Unit];
    else if (said && place) {
      const content = said[2] ?? '';
      messages.push({ sender: getName(said[1] ?? ''), place, content, chosen: [], before });
      before -= writingTime(content, messages.length);
    } else if (chosen !== undefined && last) last.chosen = chosen.split(', ').flatMap(getChoices);
    else if (line.startsWith('  ') && place && last) last.content += `\n${line.slice(2)}`;
    else if (line !== '' && place) throw new Error(`The demo has a line that is none: ${line}`);
  }
  return messages.sort((a, b) => b.before - a.before);
}

const readText = (): string => readFileSync(new URL('./conversations.txt', import.meta.url), 'utf8');

/** `ada 1 3` */
function getChoices(text: string): { who: DemoName; at: number }[] {
  const [name = '', ...numbers] = text.split(' ');
  return numbers.map((number) => ({ who: getName(name), at: Number(number) - 1 }));
}

function getPlace(where: string): DemoPlace {
  const [channel, topic] = where.split(' > ');
  if (channel !== undefined && topic !== undefined) return { channel, topic };
  return { people: where.split(', ').map(getName) };
}

function getName(name: string): DemoName {
  const known = demoNames.find((one) => one === name);
  if (!known) throw new Error(`The demo has nobody named ${name}.`);
  return known;
}

/** Time until the next message: a minute and more for reading, thinking and typing, never twice the same. */
const writingTime = (content: string, number: number): number =>
  unit.m + content.length * 400 + ((number * 37) % 97) * 1000;

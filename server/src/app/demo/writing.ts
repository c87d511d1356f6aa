/** Generates texts that look like messages: mostly a line or two, sometimes a list, code, a link or a mention. */
import { Zipf, type Chance } from './random.ts';
import { vocabulary } from './words.ts';

/** A person who can be mentioned. */
export interface NamedUser {
  id: number;
  fullName: string;
}

export class TextGenerator {
  readonly #chance: Chance;
  readonly #words = vocabulary();
  readonly #zipf = new Zipf(this.#words.length, 1.05);

  constructor(chance: Chance) {
    this.#chance = chance;
  }

  /** @param someone Picks a user who may be mentioned. */
  message(someone: () => NamedUser): string {
    const kind = this.#chance.next();
    const text = this.#paragraph(this.#length());
    if (kind < 0.76) return text;
    if (kind < 0.86) return `@**${getMention(someone())}** ${text}`;
    if (kind < 0.9) return text.replace(/ (\w+) (\w+) /, ' **$1 $2** ');
    if (kind < 0.93) return `${text} https://example.com/${this.#word()}/${this.#chance.below(100_000)}`;
    if (kind < 0.95) return `${text}\n${this.#list()}`;
    if (kind < 0.97) return `${text} \`${this.#word()}_${this.#word()}\``;
    if (kind < 0.985) return `> ${this.#paragraph(12)}\n\n${text}`;
    if (kind < 0.995) return `${text}\n\`\`\`\n${this.#word()} = ${this.#chance.below(1000)}\n\`\`\``;
    return `/me ${text}`;
  }

  /** Two to five words, at most 60 characters. */
  topic(): string {
    const words = Array.from({ length: 2 + this.#chance.below(4) }, () => this.#word());
    return capital(words.join(' ')).slice(0, 56).trimEnd();
  }

  channelName(number: number): string {
    return `${this.#words[300 + ((number * 7) % 5000)] ?? 'channel'} ${number}`;
  }

  /** Most messages are short; the mean is twenty words. */
  #length(): number {
    const usual = -Math.log(1 - this.#chance.next()) * 14;
    return 3 + Math.floor(usual + (this.#chance.is(0.05) ? 60 : 0));
  }

  #paragraph(words: number): string {
    let text = '';
    let inSentence = 0;
    for (let i = 0; i < words; i++) {
      const word = this.#word();
      text += inSentence === 0 ? capital(word) : word;
      inSentence++;
      const ends = i === words - 1 || (inSentence > 4 && this.#chance.is(0.13));
      text += ends ? '.' : ' ';
      if (ends && i < words - 1) text += ' ';
      if (ends) inSentence = 0;
    }
    return text;
  }

  #list(): string {
    const lines = Array.from(
      { length: 2 + this.#chance.below(4) },
      () => `- ${this.#word()} ${this.#word()}`,
    );
    return lines.join('\n');
  }

  #word(): string {
    return this.#words[this.#zipf.pick(this.#chance)] ?? '';
  }
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** With the id, since names are not unique among ten thousand people. */
const getMention = ({ id, fullName }: NamedUser): string => `${fullName}|${id}`;

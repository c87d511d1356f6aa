/** The words of the page in the person's language: `t('messages.newer', { count: 3 })`. */
import { signal } from '@preact/signals';
import { formatText, type TextValues } from '../../../../wire/icu.ts';
import { en, type Catalogue } from '../../text/en/index.ts';
import type { LateCatalogue } from '../../text/en/late.ts';
import type { Refusals } from '../../text/en/refusals.ts';

export type TextKey = keyof Catalogue | keyof LateCatalogue;

type Language = {
  code: string;
  name: string;
  /** English needs no words for what the server says. */
  load: () => Promise<{ texts: Catalogue; refusals?: Refusals }>;
  loadLate: () => Promise<LateCatalogue>;
};

const english: Language = {
  code: 'en',
  name: 'English',
  load: () => Promise.resolve({ texts: en }),
  loadLate: async () => (await import('../../text/en/late.ts')).late,
};

/** Those that are complete. English is always there. */
export const languages: readonly Language[] = [
  english,
  {
    code: 'de',
    name: 'Deutsch',
    load: async () => {
      const { de, refusals } = await import('../../text/de/index.ts');
      return { texts: de, refusals };
    },
    loadLate: async () => (await import('../../text/de/late.ts')).late,
  },
];

type Texts = Partial<Readonly<Record<TextKey, string>>>;

type Shown = { language: Language; texts: Texts; refusals?: Refusals | undefined };

const current = signal<Shown>({ language: english, texts: en });
let wanted = english;
let late: Promise<void> | undefined;

/** Who calls it while computing or rendering runs again when the language changes. */
export function t(key: TextKey, values?: TextValues): string {
  const { language, texts } = current.value;
  return formatText(texts[key] ?? '', language.code, values);
}

export const languageCode = (): string => current.value.language.code;

/** What to say for what the server says; nothing where its own words will do. */
export const refusalWords = (): Refusals | undefined => current.value.refusals;

/** Changes the words on the page once they are here; an unknown language leaves them as they are. */
export async function setLanguage(code: string): Promise<void> {
  const language = languages.find((each) => each.code === code.split('-')[0]);
  if (language === undefined || language === wanted) return;
  wanted = language;
  try {
    await show(language);
  } catch (error) {
    wanted = current.peek().language;
    throw error;
  }
}

/** The words of the settings, from now on in every language. They have to be here before anything asks for one. */
export function loadLateTexts(): Promise<void> {
  late ??= show(wanted).catch((error: unknown) => {
    late = undefined;
    throw error;
  });
  return late;
}

/** Of languages that are chosen one after another, the last one stays, whichever comes first. */
async function show(language: Language): Promise<void> {
  const { texts, refusals } = await language.load();
  const more = late === undefined ? {} : await language.loadLate();
  if (language === wanted) current.value = { language, texts: { ...texts, ...more }, refusals };
}

/** The words of the page in the person's language: `t('messages.newer', { count: 3 })`. */
import { signal } from '@preact/signals';
import { formatText, type TextValues } from '../../../../wire/icu.ts';
import { en, type Catalogue } from '../../text/en/index.ts';
import type { LateCatalogue } from '../../text/en/late.ts';
import { errors } from '../../text/en/errors.ts';

export type TextKey = keyof Catalogue | keyof LateCatalogue;

type ErrorTexts = Readonly<Record<string, string>>;

type Language = {
  code: string;
  name: string;
  load: () => Promise<{ texts: Catalogue; errors: ErrorTexts }>;
  loadLate: () => Promise<LateCatalogue>;
};

const english: Language = {
  code: 'en',
  name: 'English',
  load: () => Promise.resolve({ texts: en, errors }),
  loadLate: async () => (await import('../../text/en/late.ts')).late,
};

/** Those that are complete. English is always there. */
export const languages: readonly Language[] = [
  english,
  {
    code: 'de',
    name: 'Deutsch',
    load: async () => {
      const { de, errors: german } = await import('../../text/de/index.ts');
      return { texts: de, errors: german };
    },
    loadLate: async () => (await import('../../text/de/late.ts')).late,
  },
];

type Texts = Partial<Readonly<Record<TextKey, string>>>;

type Shown = { language: Language; texts: Texts; errors: ErrorTexts };

const current = signal<Shown>({ language: english, texts: en, errors });
let wanted = english;
let late: Promise<void> | undefined;

/** Who calls it while computing or rendering runs again when the language changes. */
export function t(key: TextKey, values?: TextValues): string {
  const { language, texts } = current.value;
  return formatText(texts[key] ?? '', language.code, values);
}

export const languageCode = (): string => current.value.language.code;

/** Translations of the server's errors by their key; in English, of those that the page words differently. */
export const errorTexts = (): ErrorTexts => current.value.errors;

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
  const loaded = await language.load();
  const more = late === undefined ? {} : await language.loadLate();
  if (language === wanted)
    current.value = { language, texts: { ...loaded.texts, ...more }, errors: loaded.errors };
}

/** The words of the page in the person's language: `t('messages.newer', { count: 3 })`. */
import { signal } from '@preact/signals';
import { en, type Catalogue, type TextKey } from '../text/en/index.ts';
import { formatText, type TextValues } from './icu.ts';

export type { TextKey } from '../text/en/index.ts';

type Language = { code: string; name: string; load: () => Promise<Catalogue> };

/** Those that are complete. English is always there. */
export const languages: readonly Language[] = [
  { code: 'en', name: 'English', load: () => Promise.resolve(en) },
  { code: 'de', name: 'Deutsch', load: async () => (await import('../text/de/index.ts')).de },
];

const current = signal<{ code: string; texts: Catalogue }>({ code: 'en', texts: en });

/** Who calls it while computing or rendering runs again when the language changes. */
export function t(key: TextKey, values?: TextValues): string {
  const { code, texts } = current.value;
  return formatText(texts[key], code, values);
}

export const languageCode = (): string => current.value.code;

/** Changes the words on the page once they are here; an unknown language leaves them as they are. */
export async function setLanguage(code: string): Promise<void> {
  const language = languages.find((each) => each.code === code.split('-')[0]);
  if (language === undefined || language.code === current.peek().code) return;
  current.value = { code: language.code, texts: await language.load() };
}

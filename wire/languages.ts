/** The languages of the interface: web client, server-rendered pages, emails and errors. */

export type LanguageInfo = {
  /** The value of the setting `default_language`, which also names text files. */
  readonly code: string;
  /** Name of the language in that language. */
  readonly name: string;
  readonly direction: 'ltr' | 'rtl';
  /**
   * Origin of the texts. `source`: the original. `machine`: translated by a language model, not reviewed by a native speaker.
   * `reviewed`: translated by a machine and reviewed by a native speaker. `people`: translated by native speakers.
   * `planned`: not translated yet, and not offered.
   */
  readonly origin: 'source' | 'machine' | 'reviewed' | 'people' | 'planned';
};

export const allLanguages = [
  { code: 'en', name: 'English', direction: 'ltr', origin: 'source' },

  { code: 'de', name: 'Deutsch', direction: 'ltr', origin: 'machine' },

  { code: 'fr', name: 'Français', direction: 'ltr', origin: 'machine' },

  { code: 'es', name: 'Español', direction: 'ltr', origin: 'machine' },

  { code: 'pt-br', name: 'Português (Brasil)', direction: 'ltr', origin: 'machine' },

  { code: 'ja', name: '日本語', direction: 'ltr', origin: 'machine' },

  { code: 'zh-hans', name: '简体中文', direction: 'ltr', origin: 'machine' },

  { code: 'ar', name: 'العربية', direction: 'rtl', origin: 'machine' },
] as const satisfies readonly LanguageInfo[];

export type Language = (typeof allLanguages)[number]['code'];

/** Languages that users can choose. */
export const languages: readonly (LanguageInfo & { readonly code: Language })[] = allLanguages.filter(
  ({ origin }: LanguageInfo) => origin !== 'planned',
);

/**
 * The offered language that matches a code such as `de-AT` or `zh-CN`: the same one, otherwise one of the same language and script.
 * @param code of a setting or a browser, in any case
 */
export function findLanguage(code: string): Language | undefined {
  const lower = code.toLowerCase();
  // Intl.Locale is avoided for `de-AT`: on a phone it takes as long as drawing a screen.
  const base = lower.replace(/-[a-z]{2}$/, '');
  const found = languages.find((each) => each.code === lower) ?? languages.find((each) => each.code === base);
  if (found !== undefined) return found.code;
  const script = getScript(code);
  return script === undefined ? undefined : languages.find((each) => getScript(each.code) === script)?.code;
}

export const getDirection = (language: Language): 'ltr' | 'rtl' =>
  allLanguages.find(({ code }) => code === language)?.direction ?? 'ltr';

/** `zh-Hant` of `zh-TW`. */
function getScript(code: string): string | undefined {
  try {
    const { language, script } = new Intl.Locale(code).maximize();
    return `${language}-${script ?? ''}`;
  } catch {
    return undefined;
  }
}

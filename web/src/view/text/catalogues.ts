/** Imports of the texts of each language. A build fills missing translations with English (web/vite.config.ts). */
import { plainErrors } from '../../../../wire/errors/plain.ts';
import type { Language } from '../../../../wire/languages.ts';
import english from '../../text/main/en.json' with { type: 'json' };

export type Texts = Readonly<Record<string, string>>;

type LanguageTexts = {
  loadMain: () => Promise<Texts>;
  /** Translations of server errors by key. */
  loadErrors: () => Promise<Texts>;
  /** Texts of the settings screens. */
  loadSettings: () => Promise<Texts>;
};

type Module = { default: Texts };

const get = async (loaded: Promise<Module>): Promise<Texts> => (await loaded).default;

export const languageTexts: Readonly<Record<Language, LanguageTexts>> = {
  en: {
    loadMain: () => Promise.resolve(english),
    loadErrors: () => Promise.resolve(plainErrors),
    loadSettings: () => get(import('../../text/settings/en.json', { with: { type: 'json' } })),
  },
  de: {
    loadMain: () => get(import('../../text/main/de.json', { with: { type: 'json' } })),
    loadErrors: () => get(import('../../../../wire/errors/text/de.json', { with: { type: 'json' } })),
    loadSettings: () => get(import('../../text/settings/de.json', { with: { type: 'json' } })),
  },
  fr: {
    loadMain: () => get(import('../../text/main/fr.json', { with: { type: 'json' } })),
    loadErrors: () => get(import('../../../../wire/errors/text/fr.json', { with: { type: 'json' } })),
    loadSettings: () => get(import('../../text/settings/fr.json', { with: { type: 'json' } })),
  },
  es: {
    loadMain: () => get(import('../../text/main/es.json', { with: { type: 'json' } })),
    loadErrors: () => get(import('../../../../wire/errors/text/es.json', { with: { type: 'json' } })),
    loadSettings: () => get(import('../../text/settings/es.json', { with: { type: 'json' } })),
  },
  'pt-br': {
    loadMain: () => get(import('../../text/main/pt-br.json', { with: { type: 'json' } })),
    loadErrors: () => get(import('../../../../wire/errors/text/pt-br.json', { with: { type: 'json' } })),
    loadSettings: () => get(import('../../text/settings/pt-br.json', { with: { type: 'json' } })),
  },
  ja: {
    loadMain: () => get(import('../../text/main/ja.json', { with: { type: 'json' } })),
    loadErrors: () => get(import('../../../../wire/errors/text/ja.json', { with: { type: 'json' } })),
    loadSettings: () => get(import('../../text/settings/ja.json', { with: { type: 'json' } })),
  },
  'zh-hans': {
    loadMain: () => get(import('../../text/main/zh-hans.json', { with: { type: 'json' } })),
    loadErrors: () => get(import('../../../../wire/errors/text/zh-hans.json', { with: { type: 'json' } })),
    loadSettings: () => get(import('../../text/settings/zh-hans.json', { with: { type: 'json' } })),
  },
  ar: {
    loadMain: () => get(import('../../text/main/ar.json', { with: { type: 'json' } })),
    loadErrors: () => get(import('../../../../wire/errors/text/ar.json', { with: { type: 'json' } })),
    loadSettings: () => get(import('../../text/settings/ar.json', { with: { type: 'json' } })),
  },
};

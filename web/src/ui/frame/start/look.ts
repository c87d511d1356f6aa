/** Theme, text size and language: from the person's settings or, until those are loaded, from the last visit. */
import { effect } from '@preact/signals';
import { findLanguage, getDirection, type Language } from '../../../../../wire/languages.ts';
import type { Client } from '../../../connection/client.ts';
import { preference, getTheme, type Theme } from '../../../view/preferences/preferences.ts';
import { languageCode, setLanguage } from '../../../view/text/text.ts';
import { parseStored, tryToStore } from '../../../store/base/storage.ts';

type StoredAppearance = {
  theme: Theme;
  textPx: number;
  language: string;
  isHighContrast?: boolean;
  isWide?: boolean;
  /** Line height of messages, in percent of the text size. */
  linePercent?: number;
};

const key = 'heddle-look';

/** Before the first response, and without a connection. */
export function recallLook(): void {
  const stored = parseStored<StoredAppearance | null>(window.localStorage.getItem(key), null);
  if (stored !== null) show(stored);
  // Most people use the language of their browser: its texts are loaded during the registration, which confirms the
  // language.
  else speak(navigator.language);
}

export function followLook({ live }: Client): void {
  effect(() => {
    const look: StoredAppearance = {
      theme: getTheme(live),
      textPx: preference(live, 'web_font_size_px') ?? 16,
      language: preference(live, 'default_language') ?? 'en',
      isHighContrast: preference(live, 'high_contrast_mode') ?? false,
      isWide: preference(live, 'fluid_layout_width') ?? false,
      linePercent: preference(live, 'web_line_height_percent') ?? usualPercent,
    };
    show(look);
    tryToStore(window.localStorage, key, JSON.stringify(look));
  });
}

/** Normal line height in the style sheets. */
const usualPercent = 140;

function show(look: StoredAppearance): void {
  const {
    theme,
    textPx,
    language,
    isHighContrast = false,
    isWide = false,
    linePercent = usualPercent,
  } = look;
  const root = document.documentElement;
  if (theme === 'automatic') delete root.dataset.theme;
  else root.dataset.theme = theme;
  root.toggleAttribute('data-high-contrast', isHighContrast);
  root.toggleAttribute('data-wide', isWide);
  root.style.setProperty('--line-scale', String(linePercent / usualPercent));
  root.style.fontSize = `${textPx}px`;
  speak(language);
}

function speak(language: string): void {
  turnTo(findLanguage(language) ?? 'en');
  // If its texts cannot be loaded, the language stays.
  setLanguage(findLanguage(language) ?? 'en').catch(() => turnTo(languageCode()));
}

function turnTo(language: Language): void {
  const root = document.documentElement;
  root.lang = language;
  root.dir = getDirection(language);
}

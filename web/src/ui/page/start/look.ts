/** Theme, size of text and language: as the person's settings say, and until those are here, as they were last. */
import { effect } from '@preact/signals';
import type { Client } from '../../../client.ts';
import { preference, getTheme, type Theme } from '../../../view/settings/preferences.ts';
import { setLanguage } from '../../../view/text/text.ts';

type Look = { theme: Theme; textPx: number; language: string };

const key = 'heddle-look';

/** Before the first answer, and without a connection. */
export function recallLook(): void {
  const kept = window.localStorage.getItem(key);
  if (kept !== null) show(JSON.parse(kept) as Look);
}

export function followLook({ live }: Client): void {
  effect(() => {
    const look: Look = {
      theme: getTheme(live),
      textPx: preference(live, 'web_font_size_px') ?? 16,
      language: preference(live, 'default_language') ?? 'en',
    };
    show(look);
    window.localStorage.setItem(key, JSON.stringify(look));
  });
}

function show({ theme, textPx, language }: Look): void {
  const root = document.documentElement;
  if (theme === 'automatic') delete root.dataset.theme;
  else root.dataset.theme = theme;
  root.style.fontSize = `${textPx}px`;
  root.lang = language;
  // Without its words the page goes on in English.
  setLanguage(language).catch(() => undefined);
}

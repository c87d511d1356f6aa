import type { shortcuts as english } from '../../en/settings/shortcuts.ts';

export const shortcuts: Record<keyof typeof english, string> = {
  'settings.page.shortcuts': 'Tastenkürzel',
  'shortcuts.hint':
    'Wähle ein Tastenkürzel und drücke dann die neue Taste. Tastenkürzel werden in diesem Browser gespeichert.',
  'shortcuts.change': '{command}: {keys}. Tastenkürzel ändern',
  'shortcuts.press': 'Taste drücken …',
  'shortcuts.none': 'Keine',
  'shortcuts.reset': 'Zurücksetzen',
  'shortcuts.resetOne': '{command} zurücksetzen',
  'shortcuts.resetAll': 'Alle Tastenkürzel zurücksetzen',
  'shortcuts.used': '{key} wird schon für „{command}“ verwendet.',
  'shortcuts.take': 'Hier verwenden',
  'shortcuts.reserved': 'Der Browser oder die Seite braucht diese Taste. Drücke eine andere.',
  'shortcuts.typed': 'Dieses Tastenkürzel gilt auch beim Schreiben und braucht deshalb Strg oder ⌘.',
};

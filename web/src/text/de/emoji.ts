import type { emoji as english } from '../en/emoji.ts';

export const emoji: Record<keyof typeof english, string> = {
  'emoji.picker': 'Emoji wählen',
  'emoji.search': 'Emoji suchen',
  'emoji.categories': 'Emoji-Kategorien',
  'emoji.tone': 'Hautton',
  'emoji.toneNumber': '{count, plural, =0 {Kein Hautton} other {Hautton #}}',
  'emoji.recent': 'Zuletzt verwendet',
  'emoji.custom': 'Eigene',
  'emoji.smileys': 'Gesichter',
  'emoji.people': 'Menschen',
  'emoji.nature': 'Natur',
  'emoji.food': 'Essen und Trinken',
  'emoji.activity': 'Aktivitäten',
  'emoji.travel': 'Reisen und Orte',
  'emoji.objects': 'Objekte',
  'emoji.symbols': 'Symbole',
  'emoji.flags': 'Flaggen',
};

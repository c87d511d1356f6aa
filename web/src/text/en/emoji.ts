/** The emoji picker. */
export const emoji = {
  'emoji.picker': 'Choose an emoji',
  'emoji.search': 'Search emoji',
  'emoji.categories': 'Emoji categories',
  'emoji.tone': 'Skin tone',
  'emoji.toneNumber': '{count, plural, =0 {No skin tone} other {Skin tone #}}',
  'emoji.recent': 'Recently used',
  'emoji.custom': 'Custom',
  'emoji.smileys': 'Smileys',
  'emoji.people': 'People',
  'emoji.nature': 'Nature',
  'emoji.food': 'Food and drink',
  'emoji.activity': 'Activities',
  'emoji.travel': 'Travel and places',
  'emoji.objects': 'Objects',
  'emoji.symbols': 'Symbols',
  'emoji.flags': 'Flags',
} as const;

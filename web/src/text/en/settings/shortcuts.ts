/** Choosing keys. */
export const shortcuts = {
  'settings.page.shortcuts': 'Keyboard shortcuts',
  'shortcuts.hint': 'Choose a shortcut, then press the new key. Shortcuts are stored in this browser.',
  'shortcuts.change': '{command}: {keys}. Change shortcut',
  'shortcuts.press': 'Press a key…',
  'shortcuts.none': 'None',
  'shortcuts.reset': 'Reset',
  'shortcuts.resetOne': 'Reset {command}',
  'shortcuts.resetAll': 'Reset all shortcuts',
  'shortcuts.used': '{key} is already used for “{command}”.',
  'shortcuts.take': 'Use it here instead',
  'shortcuts.reserved': 'The browser or the page needs this key. Press another one.',
  'shortcuts.typed': 'This shortcut also works while you type, so it needs Ctrl or ⌘.',
} as const;

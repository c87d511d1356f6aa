import type { pictures as english } from '../en/pictures.ts';

export const pictures: Record<keyof typeof english, string> = {
  'picture.choose': 'Bild wählen',
  'picture.remove': 'Bild entfernen',
  'picture.hint': 'Du wählst, welcher Teil davon zu sehen ist.',
  'picture.locked': 'Eure Organisation lässt die Bilder, wie sie sind.',
  'picture.crop': 'Ausschnitt wählen',
  'picture.square': 'Ausschnitt; Pfeiltasten verschieben ihn',
  'picture.zoom': 'Größe',
  'picture.use': 'Dieses Bild nehmen',
  'picture.broken': 'Diese Datei ist kein Bild, das dein Browser zeigen kann. Wähle eine andere.',
};

import type { media as english } from '../en/media.ts';

export const media: Record<keyof typeof english, string> = {
  'media.previous': 'Zurück',
  'media.next': 'Weiter',
  'media.zoomIn': 'Größer',
  'media.zoomOut': 'Ganzes Bild',
  'media.download': 'Herunterladen',
  'media.broken': 'Diese Datei kann nicht angezeigt werden. Lade sie herunter, um sie anzusehen.',
};

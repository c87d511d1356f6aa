/** The lightbox. */
export const media = {
  'media.previous': 'Previous',
  'media.next': 'Next',
  'media.zoomIn': 'Larger',
  'media.zoomOut': 'Whole picture',
  'media.download': 'Download',
  'media.broken': 'This file could not be shown. Download it to look at it.',
} as const;

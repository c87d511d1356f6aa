/** The lightbox. */
export const media = {
  'media.previous': 'Previous',
  'media.next': 'Next',
  'media.zoomIn': 'Zoom in',
  'media.zoomOut': 'Fit to screen',
  'media.download': 'Download',
  'media.broken': 'This file cannot be displayed. Download it to view it.',
} as const;

/** One's own picture, and emoji of one's own. */
export const pictures = {
  'picture.choose': 'Choose a picture',
  'picture.remove': 'Remove picture',
  'picture.hint': 'You choose which part of it is shown.',
  'picture.locked': 'Your organization keeps pictures as they are.',
  'picture.crop': 'Choose the part that is shown',
  'picture.square': 'Part of the picture; arrow keys move it',
  'picture.zoom': 'Zoom',
  'picture.use': 'Use this picture',
  'picture.broken': 'This file is no picture that your browser can show. Choose another one.',
} as const;

/** Keys point to places, and rows go on to the left where text is written from right to left. */

const isRightToLeft = (): boolean => document.documentElement.dir === 'rtl';

/** The arrow that leads on along a line, as from a folded row into it. */
export const forwardKey = (): 'ArrowLeft' | 'ArrowRight' => (isRightToLeft() ? 'ArrowLeft' : 'ArrowRight');

export const backwardKey = (): 'ArrowLeft' | 'ArrowRight' => (isRightToLeft() ? 'ArrowRight' : 'ArrowLeft');

/** Arrow keys are physical, and rows continue to the left in right-to-left scripts. */

const isRightToLeft = (): boolean => document.documentElement.dir === 'rtl';

/** The arrow that leads on along a line, as from a folded row into it. */
export const forwardKey = (): 'ArrowLeft' | 'ArrowRight' => (isRightToLeft() ? 'ArrowLeft' : 'ArrowRight');

export const backwardKey = (): 'ArrowLeft' | 'ArrowRight' => (isRightToLeft() ? 'ArrowRight' : 'ArrowLeft');

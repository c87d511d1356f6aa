/** Arrow keys are physical, while rows run to the left in right-to-left scripts. */

const isRightToLeft = (): boolean => document.documentElement.dir === 'rtl';

/** The arrow key that points forward along a line, as into a collapsed row. */
export const forwardKey = (): 'ArrowLeft' | 'ArrowRight' => (isRightToLeft() ? 'ArrowLeft' : 'ArrowRight');

export const backwardKey = (): 'ArrowLeft' | 'ArrowRight' => (isRightToLeft() ? 'ArrowRight' : 'ArrowLeft');

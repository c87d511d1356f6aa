/** Which sides are open. In narrow windows they are drawers over the conversation, one at a time. */
import { signal } from '@preact/signals';
import { tryToStore } from '../../store/base/storage.ts';

const rightKey = 'heddle-right-open';

export const isLeftOpen = signal(false);
export const isRightOpen = signal(window.innerWidth >= 1200 && localStorage.getItem(rightKey) !== 'no');

/** Below this width the sidebar is a drawer. */
export const isPhone = signal(window.innerWidth < 768);
/** Below this width the user list is over the conversation. */
export const isCompact = signal(window.innerWidth < 1200);

window.addEventListener('resize', () => {
  isPhone.value = window.innerWidth < 768;
  isCompact.value = window.innerWidth < 1200;
});

export function toggleRight(): void {
  isRightOpen.value = !isRightOpen.peek();
  if (!isCompact.peek()) tryToStore(localStorage, rightKey, isRightOpen.peek() ? 'yes' : 'no');
}

export function closeDrawers(): void {
  isLeftOpen.value = false;
  if (isCompact.peek()) isRightOpen.value = false;
}

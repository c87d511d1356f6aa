/** Keys that open screens. */
import { useClient } from '../page/client.tsx';
import { useCommands } from '../page/keyboard.ts';
import { address, goBack, navigate } from '../page/location.ts';
import { afterFrame } from '../page/quiet.ts';
import { keepKeysDuring } from '../page/typed-ahead.ts';
import { closeDrawers, isCompact, isLeftOpen, isPhone, isRightOpen } from './layout.ts';
import { PeopleSide, Sidebar } from './sides.tsx';
import { withNext } from './with-next.ts';

export function useFrameCommands(): void {
  const client = useClient();
  const toUnread = (kind: 'topic' | 'direct') => (): true => {
    void withNext(({ goToUnread }) => goToUnread(client, kind));
    return true;
  };
  useCommands({
    'next-topic': toUnread('topic'),
    'next-direct': toUnread('direct'),
    feed: () => go({ screen: 'narrow', narrow: { kind: 'feed' } }),
    recent: () => go({ screen: 'recent' }),
    inbox: () => go({ screen: 'inbox' }),
    'filter-left': () => {
      isLeftOpen.value = isPhone.peek();
      return focusIn('#sidebar-filter', Sidebar.load());
    },
    'filter-people': () => {
      isRightOpen.value = true;
      return focusIn('#people-filter', PeopleSide.load());
    },
    gear: () => focusIn('#frame-menu', Promise.resolve(), { clicks: true }),
    back: () => {
      if (isLeftOpen.peek() || (isCompact.peek() && isRightOpen.peek())) closeDrawers();
      else if (address.peek().screen === 'narrow') return false;
      else goBack();
      return true;
    },
  });
}

function go(to: Parameters<typeof navigate>[0]): true {
  navigate(to);
  return true;
}

/** @param loaded resolves when the code of the element's component is loaded; it is rendered in the next frame */
function focusIn(selector: string, loaded: Promise<void>, { clicks = false } = {}): true {
  const focused = loaded.then(afterFrame).then(() => {
    const element = document.querySelector<HTMLElement>(selector);
    element?.focus();
    if (clicks) element?.click();
  });
  keepKeysDuring(focused);
  return true;
}

/** The window title: unread count, current view, organization. */
import { useComputed } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { unreadCount } from '../../view/channels/unread-count.ts';
import { useClient } from '../page/client.tsx';

/** @param place empty while it is unknown: the title stays */
export function usePageTitle(place: string): void {
  const { live } = useClient();
  const count = useComputed(() => unreadCount(live)).value;
  const organization = live.get('organization').realm_name ?? 'Heddle';
  useEffect(() => {
    if (place !== '') document.title = `${count > 0 ? `(${count}) ` : ''}${place} · ${organization}`;
  }, [place, organization, count]);
}

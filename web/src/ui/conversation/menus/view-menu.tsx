import { Bookmark, EyeOff, Pencil, SlidersHorizontal, Trash2 } from 'lucide-preact';
import { removeView, setViewShown } from '../../../actions/navigation.ts';
import type { Narrow } from '../../../store/narrow/narrow.ts';
import {
  addressOfView,
  getFragment,
  isViewShown,
  ownViews,
  viewFragments,
  viewNames,
  type OwnView,
  type ViewName,
} from '../../../view/narrow/navigation.ts';
import { channelName, narrowName } from '../../../view/narrow/names.ts';
import type { KeyCommand } from '../../../view/text/keys.ts';
import { t, withoutDirections } from '../../../view/text/text.ts';
import { Menu, type MenuItem } from '../../kit/overlays/menu.tsx';
import { useClient } from '../../page/client.tsx';
import { address, navigate } from '../../page/location.ts';
import { useMenuDialog } from '../../kit/overlays/use-menu-dialog.ts';
import { report } from '../../kit/toasts/report.ts';
import { ArrangeViews, NameView } from './view-dialogs.tsx';

/** The keys of the views that a key opens. */
const viewKeys: Partial<Readonly<Record<ViewName, KeyCommand>>> = {
  inbox: 'inbox',
  recent: 'recent',
  feed: 'feed',
  starred: 'starred',
  drafts: 'drafts',
};

type Props = { anchor: Element; onClose: () => void };

/** The menu of one view in the sidebar. */
export function ViewMenu({ fragment, name, anchor, onClose }: Props & { fragment: string; name: string }) {
  const client = useClient();
  const { dialog, open, closeMenu } = useMenuDialog<OwnView>(onClose);
  const own = ownViews(client.live).find((view) => view.fragment === fragment);
  if (dialog) return <NameView fragment={fragment} name={dialog.name} isNew={false} onClose={onClose} />;
  const items: MenuItem[] = [
    {
      text: t('sidebar.hideView'),
      icon: EyeOff,
      onChoose: () => void report(setViewShown(client, fragment, false)),
    },
  ];
  if (own)
    items.push({ text: t('sidebar.renameView'), icon: Pencil, onChoose: () => open(own) }, 'line', {
      text: t('sidebar.deleteView'),
      icon: Trash2,
      isDanger: true,
      onChoose: () => void report(removeView(client, fragment)),
    });
  return <Menu anchor={anchor} label={name} items={items} onClose={closeMenu} />;
}

type OpenedDialog = { kind: 'arrange' } | { kind: 'keep'; fragment: string; name: string };

/** Hidden views, and how to save or arrange views. */
export function ViewsMenu({ anchor, onClose }: Props) {
  const { live } = useClient();
  const { dialog, open, closeMenu } = useMenuDialog<OpenedDialog>(onClose);
  if (dialog?.kind === 'arrange') return <ArrangeViews onClose={onClose} />;
  if (dialog?.kind === 'keep')
    return <NameView fragment={dialog.fragment} name={dialog.name} isNew onClose={onClose} />;
  const here = address.peek();
  const kept = here.screen === 'narrow' ? toKeep(here.narrow) : undefined;
  const hidden: MenuItem[] = [
    ...viewNames
      .filter((view) => !isViewShown(live, view))
      .map((view) => {
        const command = viewKeys[view];
        return {
          text: t(`views.${view}`),
          ...(command && { command }),
          onChoose: () => navigate(addressOfView(view)),
        };
      }),
    ...ownViews(live)
      .filter(({ isShown }) => !isShown)
      .map(({ name, narrow }) => ({ text: name, onChoose: () => navigate({ screen: 'narrow', narrow }) })),
  ];
  const items: MenuItem[] = [
    ...hidden,
    ...(hidden.length > 0 ? (['line'] as const) : []),
    {
      text: t('sidebar.keepView'),
      icon: Bookmark,
      isDisabled: kept === undefined,
      onChoose: () => kept && open({ kind: 'keep', ...kept }),
    },
    { text: t('sidebar.arrangeViews'), icon: SlidersHorizontal, onChoose: () => open({ kind: 'arrange' }) },
  ];
  return <Menu anchor={anchor} label={t('sidebar.moreViews')} items={items} onClose={closeMenu} />;

  function toKeep(narrow: Narrow) {
    const names = { channel: (id: number) => channelName(live, id), ownId: live.get('own').user_id };
    const fragment = getFragment(narrow, names);
    const isThere = !fragment.startsWith('narrow/') || live.get('navigationViews').has(fragment);
    const isBuiltIn = Object.values(viewFragments).includes(fragment);
    return isThere || isBuiltIn ? undefined : { fragment, name: withoutDirections(narrowName(live, narrow)) };
  }
}

import { Pencil, Trash2 } from 'lucide-preact';
import { useState } from 'preact/hooks';
import { addView, removeView, renameView, setViewShown } from '../../../actions/navigation.ts';
import {
  isViewShown,
  ownViews,
  viewFragments,
  viewNames,
  type OwnView,
} from '../../../view/narrow/navigation.ts';
import { t } from '../../../view/text/text.ts';
import { IconButton } from '../../kit/button.tsx';
import { Dialog } from '../../kit/overlays/dialog.tsx';
import { Switch, TextField } from '../../kit/field.tsx';
import { FormDialog } from '../../kit/overlays/form-dialog.tsx';
import { Icon } from '../../kit/icon.tsx';
import { useClient } from '../../page/client.tsx';
import { report } from '../../kit/toasts/report.ts';
import './view-dialogs.css';

type NameProps = {
  fragment: string;
  /** Initial name. */
  name: string;
  isNew: boolean;
  onClose: () => void;
};

/** Asks for the name of a saved view. */
export function NameView({ fragment, name: first, isNew, onClose }: NameProps) {
  const client = useClient();
  const [name, setName] = useState(first);
  return (
    <FormDialog
      size="small"
      title={t(isNew ? 'sidebar.keepView' : 'sidebar.renameView')}
      action={t('common.save')}
      isComplete={name.trim() !== ''}
      save={() => (isNew ? addView : renameView)(client, fragment, name.trim())}
      onClose={onClose}
    >
      <TextField
        label={t('sidebar.viewName')}
        hint={t('sidebar.viewNameHint')}
        value={name}
        onInput={setName}
      />
    </FormDialog>
  );
}

/** All views: shows, hides, renames and deletes them. */
export function ArrangeViews({ onClose }: { onClose: () => void }) {
  const client = useClient();
  const { live } = client;
  const [naming, setNaming] = useState<OwnView>();
  const show = (fragment: string) => (isShown: boolean) =>
    void report(setViewShown(client, fragment, isShown));
  if (naming)
    return (
      <NameView
        fragment={naming.fragment}
        name={naming.name}
        isNew={false}
        onClose={() => setNaming(undefined)}
      />
    );
  return (
    <Dialog size="small" title={t('sidebar.arrangeViews')} onClose={onClose}>
      <ul role="list" class="view-list">
        {viewNames.map((view) => (
          <li class="view-line" key={view}>
            <Switch
              label={t(`views.${view}`)}
              isOn={isViewShown(live, view)}
              onChange={show(viewFragments[view])}
            />
          </li>
        ))}
        {ownViews(live).map((view) => (
          <li class="view-line" key={view.fragment}>
            <Switch label={view.name} isOn={view.isShown} onChange={show(view.fragment)} />
            <IconButton label={`${t('sidebar.renameView')}: ${view.name}`} onClick={() => setNaming(view)}>
              <Icon of={Pencil} />
            </IconButton>
            <IconButton
              label={`${t('sidebar.deleteView')}: ${view.name}`}
              onClick={() => void report(removeView(client, view.fragment))}
            >
              <Icon of={Trash2} />
            </IconButton>
          </li>
        ))}
      </ul>
      {ownViews(live).length === 0 && <p class="view-hint">{t('sidebar.keepHint')}</p>}
    </Dialog>
  );
}

import { Pencil, Trash2 } from 'lucide-preact';
import { useState } from 'preact/hooks';
import { addView, removeView, renameView, showView } from '../../actions/navigation.ts';
import { isViewShown, ownViews, viewFragments, viewNames, type OwnView } from '../../view/navigation.ts';
import { t } from '../../view/text.ts';
import { Button, IconButton } from '../base/button.tsx';
import { Dialog } from '../base/dialog.tsx';
import { Switch, TextField } from '../base/field.tsx';
import { Icon } from '../base/icon.tsx';
import { useClient } from '../page/client.tsx';
import { failureText } from '../page/failure.ts';
import { tell } from './place-actions.ts';
import './view-dialogs.css';
import { useId } from '../base/use-id.ts';

type NameProps = {
  fragment: string;
  /** To begin with. */
  name: string;
  isNew: boolean;
  onClose: () => void;
};

/** Asks what a view of one's own is called. */
export function NameView({ fragment, name: first, isNew, onClose }: NameProps) {
  const client = useClient();
  const formId = useId();
  const [name, setName] = useState(first);
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    const failure = await (isNew ? addView : renameView)(client, fragment, name.trim());
    setBusy(false);
    if (failure === undefined) onClose();
    else setError(failureText(failure));
  };
  const title = t(isNew ? 'sidebar.keepView' : 'sidebar.renameView');
  return (
    <Dialog
      size="small"
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="primary" type="submit" form={formId} isBusy={isBusy} disabled={name.trim() === ''}>
            {t('common.save')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextField
          label={t('sidebar.viewName')}
          hint={t('sidebar.viewNameHint')}
          value={name}
          onInput={setName}
          {...(error === undefined ? {} : { error })}
        />
      </form>
    </Dialog>
  );
}

/** All views: shown or put away; one's own under another name, or not any more. */
export function ArrangeViews({ onClose }: { onClose: () => void }) {
  const client = useClient();
  const { live } = client;
  const [naming, setNaming] = useState<OwnView>();
  const show = (fragment: string) => (isShown: boolean) => void tell(showView(client, fragment, isShown));
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
              onClick={() => void tell(removeView(client, view.fragment))}
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

import { useState } from 'preact/hooks';
import { removeOwnPicture, setOwnPicture } from '../../../../actions/organization/pictures.ts';
import { isAdministrator } from '../../../../view/channels/channel-rights.ts';
import { t } from '../../../../view/text/text.ts';
import { Button } from '../../../kit/button.tsx';
import { FileButton } from '../../../kit/file-button.tsx';
import { useSaving } from '../../../kit/use-saving.ts';
import { useClient } from '../../../page/client.tsx';
import { PersonPicture } from '../../../parts/people/person-picture.tsx';
import { CropDialog } from '../base/crop-dialog.tsx';
import { ErrorLine } from '../base/error-line.tsx';
import './own-picture.css';

/** The person's avatar: uploads a square of an image, or returns to the generated one. */
export function OwnPicture() {
  const client = useClient();
  const { live } = client;
  const [file, setFile] = useState<File>();
  const [state, save] = useSaving();
  const isLocked = live.get('organization').realm_avatar_changes_disabled === true && !isAdministrator(live);
  // The server does not report the source of an avatar; version 1 is the generated one.
  const isDrawn = (live.get('users').get(live.get('own').user_id)?.avatar_version ?? 1) === 1;
  const [isRemoved, setRemoved] = useState(false);
  const remove = async () => {
    const failure = await removeOwnPicture(client);
    setRemoved(failure === undefined);
    return failure;
  };
  const take = async (square: File) => {
    const failure = await setOwnPicture(client, square);
    if (failure === undefined) setRemoved(false);
    return failure;
  };
  return (
    <div class="own-picture">
      <PersonPicture userIds={[]} size={96} />
      <div class="own-picture-words">
        {isLocked ? (
          <p class="settings-hint">{t('picture.locked')}</p>
        ) : (
          <>
            <div class="settings-actions">
              <FileButton accept="image/*" onFile={setFile}>
                {t('picture.choose')}
              </FileButton>
              {!isDrawn && !isRemoved && (
                <Button kind="quiet" onClick={() => save(remove())}>
                  {t('picture.remove')}
                </Button>
              )}
            </div>
            <p class="settings-hint" role="status">
              {state === 'saving' && t('common.saving')}
              {state === 'saved' && <span class="field-saved">{t('common.saved')}</span>}
              {state === 'idle' && t('picture.hint')}
            </p>
            <ErrorLine reason={typeof state === 'object' ? state.error : undefined} />
          </>
        )}
      </div>
      {file && <CropDialog file={file} onClose={() => setFile(undefined)} onDone={take} />}
    </div>
  );
}

import { useState } from 'preact/hooks';
import { isGeneratedAvatar } from '../../../../../../wire/avatars.ts';
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

/** The person's avatar: uploads a square of an image, or returns to the letter. */
export function OwnPicture() {
  const client = useClient();
  const { live } = client;
  const [file, setFile] = useState<File>();
  const [state, save] = useSaving();
  const isLocked = live.get('organization').realm_avatar_changes_disabled === true && !isAdministrator(live);
  const url = live.get('own').avatar_url;
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
              {url !== null && !isGeneratedAvatar(url) && (
                <Button kind="quiet" onClick={() => save(removeOwnPicture(client))}>
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
      {file && (
        <CropDialog
          file={file}
          onClose={() => setFile(undefined)}
          onDone={(square) => setOwnPicture(client, square)}
        />
      )}
    </div>
  );
}

import { commandText, keyGroups, rowsOfGroup } from '../../../view/text/key-texts.ts';
import { keyLabels } from '../../../view/text/keys.ts';
import { t } from '../../../view/text/text.ts';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/overlays/dialog.tsx';
import { isMac } from '../../page/keyboard.ts';
import { navigate } from '../../page/location.ts';
import './help-dialog.css';

/** All keys, from the table that the listener uses. */
export function HelpDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      title={t('keys.title')}
      size="large"
      onClose={onClose}
      footer={
        <Button
          onClick={() => {
            onClose();
            navigate({ screen: 'settings', page: 'shortcuts' });
          }}
        >
          {t('keys.change')}
        </Button>
      }
    >
      <div class="help-dialog" tabIndex={0}>
        {keyGroups.map((group) => (
          <section key={group} class="help-dialog-group">
            <h3 class="help-dialog-title">{t(`keys.${group}`)}</h3>
            <dl class="help-dialog-list">
              {rowsOfGroup(group).map(({ command }) => (
                <div key={command} class="help-dialog-row">
                  <dt class="help-dialog-text">{t(commandText(command))}</dt>
                  <dd class="help-dialog-keys">
                    {keyLabels(command, isMac).map((label) => (
                      <kbd key={label} class="help-dialog-key">
                        {label}
                      </kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

import { t } from '../../../../view/text/text.ts';
import { Button } from '../../../kit/button.tsx';
import { copyText } from '../../../kit/toasts/clipboard.ts';
import { saveFile } from '../../../kit/save-file.ts';

/** Buttons to copy an API key and to download it in a configuration file. */
export function KeyTools({ apiKey, file }: { apiKey: string; file: string }) {
  return (
    <>
      <code class="settings-code">{apiKey}</code>
      <div class="settings-actions">
        <Button onClick={() => void copyText(apiKey, t('bots.keyCopied'))}>{t('bots.keyCopy')}</Button>
        <Button onClick={() => saveFile(fileName, file)}>{t('bots.keyFile')}</Button>
      </div>
    </>
  );
}

/** COMPAT(bots): bots look for a file with this name. */
const fileName = 'zuliprc';

import { t } from '../../../view/text/text.ts';
import { Button } from '../../base/button.tsx';
import { copyText } from '../../base/clipboard.ts';
import { saveFile } from '../../base/save-file.ts';

/** A key, to copy, or to take along in the file that programs read. */
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

/** COMPAT(bots): programs look for a file of this name. */
const fileName = 'zuliprc';

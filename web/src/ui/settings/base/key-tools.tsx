import { t } from '../../../view/text/text.ts';
import { Button } from '../../base/button.tsx';
import { announce, toast } from '../../base/overlays/toast.tsx';

/** A key, to copy, or to take along in the file that programs read. */
export function KeyTools({ apiKey, file }: { apiKey: string; file: string }) {
  const copy = () => {
    navigator.clipboard.writeText(apiKey).then(
      () => toast({ text: t('bots.keyCopied') }),
      () => announce(apiKey),
    );
  };
  return (
    <>
      <code class="settings-code">{apiKey}</code>
      <div class="settings-actions">
        <Button onClick={copy}>{t('bots.keyCopy')}</Button>
        <Button onClick={() => download(file)}>{t('bots.keyFile')}</Button>
      </div>
    </>
  );
}

/** COMPAT(bots): programs look for a file of this name; browsers would put `.txt` behind that of a text. */
const fileName = 'zuliprc';

function download(text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/octet-stream' }));
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href));
}

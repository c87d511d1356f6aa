import { t } from '../../../../view/text/text.ts';
import { Button } from '../../../kit/button.tsx';
import { copyText } from '../../../kit/toasts/clipboard.ts';

/** Copies the link of a reusable invitation. */
export const CopyLink = ({ link }: { link: string }) => (
  <Button onClick={() => void copyText(link, t('actions.linkCopied'))}>{t('actions.copyLink')}</Button>
);

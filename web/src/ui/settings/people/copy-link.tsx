import { t } from '../../../view/text/text.ts';
import { Button } from '../../base/button.tsx';
import { copyText } from '../../base/clipboard.ts';

/** Copies the link of a reusable invitation. */
export const CopyLink = ({ link }: { link: string }) => (
  <Button onClick={() => void copyText(link, t('actions.linkCopied'))}>{t('actions.copyLink')}</Button>
);

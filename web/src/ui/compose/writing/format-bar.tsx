import {
  Bold,
  Clock,
  Code,
  EyeOff,
  Italic,
  Link,
  List,
  ListOrdered,
  Quote,
  Radical,
  Strikethrough,
  type LucideIcon,
} from 'lucide-preact';
import { formatKey, formats, type Format } from '../../../view/text/format.ts';
import { t } from '../../../view/text/text.ts';
import { IconButton } from '../../kit/button.tsx';
import { Icon } from '../../kit/icon.tsx';
import { isMac } from '../../page/keyboard.ts';

const icons: Record<Format, LucideIcon> = {
  bold: Bold,
  italic: Italic,
  strike: Strikethrough,
  code: Code,
  link: Link,
  quote: Quote,
  list: List,
  numbers: ListOrdered,
  spoiler: EyeOff,
  math: Radical,
  time: Clock,
};

function getLabel(format: Format): string {
  const key = formatKey(format, isMac);
  const name = t(`compose.format.${format}`);
  return key === undefined ? name : `${name} (${key})`;
}

/** Buttons that keep the focus and the selection in the text. */
export function FormatBar({ onFormat }: { onFormat: (format: Format) => void }) {
  return (
    <div class="format-bar" role="group" aria-label={t('compose.formatting')}>
      {formats.map((format) => (
        <IconButton
          key={format}
          label={getLabel(format)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onFormat(format)}
        >
          <Icon of={icons[format]} />
        </IconButton>
      ))}
    </div>
  );
}

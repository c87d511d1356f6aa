import { t } from '../../../view/text/text.ts';
import { withEmoji } from '../emoji-text.tsx';
import { Chip } from '../chip.tsx';

type Props = {
  items: readonly { value: number; name: string }[];
  chosen: readonly number[];
  /** Without it, the chips have no buttons to remove them. */
  onChange: ((chosen: readonly number[]) => void) | undefined;
};

/** A chip for each item that is chosen. */
export const ChosenChips = ({ items, chosen, onChange }: Props) =>
  items.map(({ value, name }) => (
    <Chip
      key={value}
      removeLabel={t('compose.remove', { name })}
      onRemove={onChange && (() => onChange(chosen.filter((other) => other !== value)))}
    >
      {withEmoji(name)}
    </Chip>
  ));

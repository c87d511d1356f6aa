import type { ApiFailure } from '../../../../connection/api.ts';
import { t } from '../../../../view/text/text.ts';
import { TextField } from '../../../kit/field.tsx';
import { useSavedText } from '../../../kit/use-saving.ts';

type Props = { name: string; rename: (name: string) => Promise<ApiFailure | undefined> };

/** The name of another user, or of a bot. */
export const NameField = ({ name, rename }: Props) => (
  <TextField label={t('lists.name')} maxLength={100} {...useSavedText(name, rename, { isRequired: true })} />
);

/** Settings with sizes in mebibytes. */
import { Type } from '../../../../wire/core.ts';

export const quota = (mebibytes: number, description: string) =>
  Type.Integer({
    minimum: 0,
    maximum: 1_000_000_000,
    default: mebibytes,
    value: 'mebibytes',
    expects: 'a whole number of mebibytes; 0 for no limit',
    description: `${description}; 0 for no limit`,
  });

export const largest = (mebibytes: number, maximum: number, description: string) =>
  Type.Integer({
    minimum: 1,
    maximum,
    default: mebibytes,
    value: 'mebibytes',
    expects: `a whole number of mebibytes from 1 to ${maximum}`,
    description,
  });

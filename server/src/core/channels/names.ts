/** Validates names and descriptions of channels: normalized, without invisible characters. */
import { limits } from '../../../../wire/core.ts';
import { apiError } from '../../lib/errors.ts';
import { codePoints, forbiddenAt, isWellFormed, tidySpaces } from '../../lib/text.ts';

/** @throws ApiError for a name that no channel may have. */
export function cleanChannelName(given: string): string {
  const name = tidySpaces(given);
  if (name === '') throw apiError('channels.name-empty');
  if (codePoints(name) > limits.channelNameLength)
    throw apiError('channels.name-long', { limit: limits.channelNameLength });
  const position = forbiddenAt(name);
  if (position > 0) throw apiError('channels.name-character', { position });
  return name;
}

const lineBreaks = /(?<!\s)\s*[\n\r\u2028\u2029]\s*/g;
const control = /[\p{Cc}]/u;

/** One line: clients show it beside the name. Marks of writing direction are part of some languages and stay. */
export function cleanDescription(given: string): string {
  const description = given.replace(lineBreaks, ' ').replaceAll('\t', ' ').trim();
  if (!isWellFormed(description) || control.test(description))
    throw apiError('channels.description-character');
  if (codePoints(description) > limits.channelDescriptionLength)
    throw apiError('parameters.too-long', { name: 'description', limit: limits.channelDescriptionLength });
  return description;
}

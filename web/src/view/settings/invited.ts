import type { Invite } from '../../../../wire/invites.ts';

/**
 * Which of the addresses, typed with commas, semicolons or line breaks between them, have a pending invitation. A name may be
 * before an address in angle brackets.
 */
export function findInvited(
  emails: string,
  pending: readonly Invite[],
): { invited: string[]; others: string } {
  const known = new Set(pending.flatMap((one) => (one.is_multiuse ? [] : [one.email?.toLowerCase()])));
  const isInvited = (text: string): boolean => known.has(getAddress(text).toLowerCase());
  const all = emails.split(/[,;\n]/).map((each) => each.trim());
  return {
    invited: all.filter(isInvited).map(getAddress),
    others: all.filter((each) => each !== '' && !isInvited(each)).join('\n'),
  };
}

const getAddress = (text: string): string => /<([^<>]*)>$/.exec(text)?.[1] ?? text;

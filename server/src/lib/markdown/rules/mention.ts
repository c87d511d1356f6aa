/** `@**Name**`, `@**Name|12**`, `@**all**`, `@*group*`, and their silent forms with `_` after the `@`. */
import type { StateInline } from 'markdown-it';
import { escapeText } from '../escape.ts';
import { pushHtml, getScope, type Scope } from '../scope.ts';
import type { NamedUser } from '../types.ts';
import { mayBeginReference } from './scan.ts';

const userSyntax = /@(_?)\*\*([^*\n]{1,150})\*\*/y;
const groupSyntax = /@(_?)\*([^*\n]{1,150})\*/y;
const withId = /^(.*)\|(\d{1,15})$/;

const channelWildcards = new Set(['all', 'everyone', 'channel', 'stream']);

interface Mention {
  html: string;
  /** Reports the mention. Not called for silent mentions. */
  note(scope: Scope): void;
}

function userNamed(name: string, scope: Scope): NamedUser | undefined {
  const match = withId.exec(name);
  if (!match) {
    const user = scope.names.userByName(name);
    return user === 'ambiguous' ? undefined : user;
  }
  const user = scope.names.userById(Number(match[2]));
  const typed = match[1] ?? '';
  return typed === '' || typed.toLowerCase() === user?.fullName.toLowerCase() ? user : undefined;
}

function span(classes: string, attribute: string, name: string, silent: boolean): string {
  const text = escapeText(silent ? name : `@${name}`);
  return `<span class="${classes}${silent ? ' silent' : ''}"${attribute}>${text}</span>`;
}

function wildcardMention(name: string, silent: boolean): Mention | undefined {
  if (name === 'topic') {
    return {
      html: span('topic-mention', '', name, silent),
      note({ found }) {
        found.topicWildcard = true;
      },
    };
  }
  if (!channelWildcards.has(name)) return undefined;
  return {
    html: span('user-mention channel-wildcard-mention', ' data-user-id="*"', name, silent),
    note({ found }) {
      found.channelWildcard = true;
    },
  };
}

function userMention(name: string, silent: boolean, scope: Scope): Mention | undefined {
  const wildcard = wildcardMention(name, silent);
  if (wildcard) return wildcard;
  const user = userNamed(name, scope);
  if (!user) return undefined;
  const quiet = silent || user.silent === true;
  return {
    html: span('user-mention', ` data-user-id="${user.id}"`, user.fullName, quiet),
    note({ found }) {
      if (!quiet) found.users.add(user.id);
    },
  };
}

function groupMention(name: string, silent: boolean, scope: Scope): Mention | undefined {
  const group = scope.names.groupByName(name);
  if (!group) return undefined;
  const quiet = silent || group.silent === true;
  return {
    html: span('user-group-mention', ` data-user-group-id="${group.id}"`, group.name, quiet),
    note({ found }) {
      if (!quiet) found.groups.add(group.id);
    },
  };
}

export function mention(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  if (state.linkLevel > 0 || !mayBeginReference(src, pos)) return false;
  userSyntax.lastIndex = groupSyntax.lastIndex = pos;
  const ofUser = userSyntax.exec(src);
  const match = ofUser ?? groupSyntax.exec(src);
  if (!match || pos + match[0].length > state.posMax) return false;
  const scope = getScope(state);
  const quiet = match[1] === '_' || scope.quoted || scope.options.mentionsAreSilent === true;
  const found = (ofUser ? userMention : groupMention)(match[2] ?? '', quiet, scope);
  if (!found) return false;
  if (!silent) {
    pushHtml(state, found.html);
    if (!quiet) found.note(scope);
  }
  state.pos += match[0].length;
  return true;
}

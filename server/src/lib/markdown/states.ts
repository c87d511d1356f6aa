/** Replaces the parser's state: adds limits, and cheaper tokens. */
import type { MarkdownIt, StateInline, Token } from 'markdown-it';
import { flanking } from './rules/emphasis.ts';
import { limits, getScope, TooComplex, type Scope } from './scope.ts';

type Nesting = -1 | 0 | 1;

/** The parser's own tokens define each field with a helper call, a fifth of the time for a message. */
class LightToken {
  type: string;
  tag: string;
  nesting: Nesting;
  level: number;
  block: boolean;
  attrs = null;
  map = null;
  children = null;
  content = '';
  markup = '';
  info = '';
  meta = null;
  hidden = false;

  constructor(type: string, tag: string, nesting: Nesting, place: { level: number; block: boolean }) {
    this.type = type;
    this.tag = tag;
    this.nesting = nesting;
    this.level = place.level;
    this.block = place.block;
  }
}

/** Has the methods of the parser's tokens too, whose prototype it is given in `limitStates`; the type lacks them. */
const lightToken = (
  type: string,
  tag: string,
  nesting: Nesting,
  place: { level: number; block: boolean },
): Token => new LightToken(type, tag, nesting, place) as unknown as Token;

export function spend(scope: Scope, cost = 1): void {
  scope.tokensLeft -= cost;
  if (scope.tokensLeft < 0) throw new TooComplex('too much work');
}

/** Like the parser: delimiters within an element are kept apart from those around it. */
function pushInline(state: StateInline, token: Token): void {
  const { nesting } = token;
  if (nesting < 0) state.delimiters = state._prev_delimiters.pop() ?? [];
  state.tokens.push(token);
  if (nesting > 0) {
    state._prev_delimiters.push(state.delimiters);
    state.delimiters = [];
    state.tokens_meta.push({ delimiters: state.delimiters });
  } else {
    state.tokens_meta.push(undefined);
  }
  state.pendingLevel = state.level;
}

/** Counts all tokens to bound time and output, and redefines word boundaries. */
export function limitStates(md: MarkdownIt, OriginalToken: typeof Token): void {
  Object.setPrototypeOf(LightToken.prototype, OriginalToken.prototype);
  /** Levels count the elements around a token, its own not among them. */
  const nextLevel = (state: { level: number }, nesting: Nesting): number => {
    if (nesting < 0) state.level--;
    const level = state.level;
    if (nesting > 0) state.level++;
    return level;
  };
  md.block.State = class extends md.block.State {
    override push(type: string, tag: string, nesting: Nesting): Token {
      if (this.level > limits.depth) throw new TooComplex('nested too deep');
      spend(getScope(this));
      const level = nextLevel(this, nesting);
      const token = lightToken(type, tag, nesting, { level, block: true });
      this.tokens.push(token);
      return token;
    }
  };
  md.inline.State = class extends md.inline.State {
    override push(type: string, tag: string, nesting: Nesting): Token {
      spend(getScope(this));
      if (this.pending !== '') this.pushPending();
      const level = nextLevel(this, nesting);
      const token = lightToken(type, tag, nesting, { level, block: false });
      pushInline(this, token);
      return token;
    }
    override pushPending(): Token {
      const level = this.pendingLevel;
      const token = lightToken('text', '', 0, { level, block: false });
      token.content = this.pending;
      this.tokens.push(token);
      this.pending = '';
      return token;
    }
    override scanDelims(start: number) {
      return flanking(this, start);
    }
  };
}

/** Form fields, and the submitted values. */
import type { FastifyRequest } from 'fastify';
import { limits } from '../../../../wire/core.ts';
import type { Texts } from '../../lib/i18n/i18n.ts';
import type { Problem } from './form-problem.ts';
import { html, type Html } from './html.ts';
import { formFields } from '../../http/request/values.ts';

export interface Field {
  name: string;
  label: string;
  value: string;
  autocomplete: string;
  type?: 'text' | 'email' | 'password';
  hint?: string;
  most?: number;
  /** Whether its value was invalid. */
  isWrong?: boolean;
  /** Whether it gets the focus. */
  isNext?: boolean;
}

export function field({
  name,
  label,
  value,
  autocomplete,
  type = 'text',
  hint,
  most,
  isWrong = false,
  isNext = false,
}: Field): Html {
  const describing = [isWrong && troubleId, hint !== undefined && `${name}-hint`].filter(Boolean).join(' ');
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      type="${type}"
      value="${value}"
      autocomplete="${autocomplete}"
      required${isNext ? html` autofocus` : null}${isWrong ? html` aria-invalid="true"` : null}${
        most === undefined ? null : html` maxlength="${most}"`
      }${describing === '' ? null : html` aria-describedby="${describing}"`}
    />
    ${hint === undefined ? null : html`<p class="hint" id="${name}-hint">${hint}</p>`}
  </div>`;
}

type GivenField = Omit<Field, 'isWrong' | 'isNext'>;

export const nameField = (t: Texts, value: string): GivenField => ({
  name: 'full_name',
  label: t('common.yourName'),
  value,
  autocomplete: 'name',
  most: limits.fullNameLength,
});

export const newPasswordField = (label: string, hint: string): GivenField => ({
  name: 'password',
  label,
  value: '',
  autocomplete: 'new-password',
  type: 'password',
  hint,
});

/**
 * The fields of a form with several. The focus is in the one that is wrong, otherwise in the first that is empty: what was typed
 * correctly is shown again, but never a password.
 */
export function fields(given: readonly GivenField[], problem: Problem | undefined): Html {
  const wrong = given.find(({ name }) => name === problem?.field);
  const next = wrong ?? given.find(({ value }) => value === '');
  return html`${given.map((one) => field({ ...one, isWrong: one === wrong, isNext: one === next }))}`;
}

/** Reads submitted fields; '' for missing ones. */
export function getFields(request: FastifyRequest): (name: string) => string {
  const fields = formFields(request);
  return (name) => fields?.get(name) ?? '';
}

const troubleId = 'trouble';

/** The error of a form, announced to screen readers when the page loads. */
export const trouble = (text: string | undefined): Html | null =>
  text === undefined ? null : html`<p class="trouble" id="${troubleId}" role="alert">${text}</p>`;

/** The title of a page with a form. */
export const formTitle = (t: Texts, title: string, problem: unknown): string =>
  problem === undefined ? title : t('common.wrong', { title });

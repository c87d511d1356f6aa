/** Form fields, and the submitted values. */
import type { FastifyRequest } from 'fastify';
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
      }${hint === undefined ? null : html` aria-describedby="${name}-hint"`}
    />
    ${hint === undefined ? null : html`<p class="hint" id="${name}-hint">${hint}</p>`}
  </div>`;
}

/** Reads submitted fields; '' for missing ones. */
export function getFields(request: FastifyRequest): (name: string) => string {
  const fields = formFields(request);
  return (name) => fields?.get(name) ?? '';
}

/** The error of a form, announced to screen readers when the page loads. */
export const trouble = (text: string | undefined): Html | null =>
  text === undefined ? null : html`<p class="trouble" role="alert">${text}</p>`;

import type { ComponentChildren } from 'preact';
import './person-button.css';

type Props = { userId: number; class?: string; children: ComponentChildren };

/** A person in a list: opens their card, as a click on a sender does. */
export const PersonButton = ({ userId, class: kind = '', children }: Props) => (
  <button type="button" class={`person-button ${kind}`} data-person-id={userId} aria-haspopup="dialog">
    {children}
  </button>
);

/** An e-mail as it waits to be sent. */
export interface Email {
  to: string;
  subject: string;
  /** Plain text; lines of a paragraph are one line. */
  text: string;
  replyTo?: string;
}

/** A mail as its writer leaves it. */
export interface MailContent {
  subject: string;
  html: string;
  text: string;
  /**
   * With what people write, which is no automatic mail: the names of the mails that it goes on from, oldest first,
   * as they were given to `mail`.
   */
  answers?: readonly string[];
  /** Where it is answered to, and sent back to; absent of mails that are not read when they come back. */
  addresses?: { replyTo: string; returnPath: string };
}

/**
 * Sends a mail under a name, e.g. the id of its job, which makes its Message-ID: all tries carry the same, so that
 * a repeat can be told.
 */
export type SendMail = (to: string, name: string, content: MailContent) => Promise<void>;

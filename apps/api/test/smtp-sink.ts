import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';

interface Received {
  from: string | undefined;
  to: string[];
  subject: string | undefined;
  text: string | undefined;
  html: string;
  attachments: { filename: string | null; contentId: string | undefined; content: ArrayBuffer }[];
  messageId: string | undefined;
  inReplyTo: string | undefined;
  references: string | undefined;
  auto: unknown;
  /** Of `List-Unsubscribe` and `List-Unsubscribe-Post`. */
  unsubscribe: (string | undefined)[];
  replyTo: string | undefined;
  /** The envelope sender, which receives bounces. */
  returnPath: string;
}

const headerOf = ({ headers }: Email, name: string) => headers.find(({ key }) => key === name)?.value;

/** An SMTP server that can be stopped and stores accepted mails. */
export class SmtpSink {
  readonly received: Received[] = [];
  refusals = 0;
  /** Response to every connection, or to every recipient, instead of success; `silence` never responds. */
  trouble: { at: 'connection' | 'recipient'; code: number } | 'silence' | undefined;
  /** Called when a mail has arrived, before it is acknowledged. */
  beforeAcknowledging: () => Promise<void> = async () => {};
  readonly port: number;
  #server: SMTPServer | undefined;

  constructor(port: number) {
    this.port = port;
  }

  async on() {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onConnect: (_session, done) => {
        if (this.trouble !== 'silence') done(this.#refusal('connection'));
      },
      onRcptTo: ({ address }, _session, done) => done(this.#refusal('recipient', address)),
      onData: (stream, session, done) => {
        if (this.refusals > 0) {
          this.refusals -= 1;
          stream.resume();
          stream.on('end', () => done(Object.assign(new Error('try later'), { responseCode: 451 })));
          return;
        }
        void this.#keep(stream, session)
          .then(() => this.beforeAcknowledging())
          .then(() => done(), done);
      },
    });
    this.#server.listen(this.port, '127.0.0.1');
    await once(this.#server.server, 'listening');
  }

  /** With the address, as servers have it. */
  #refusal(at: 'connection' | 'recipient', address = ''): Error | undefined {
    if (typeof this.trouble !== 'object' || this.trouble.at !== at) return undefined;
    return Object.assign(new Error(`<${address}>: in trouble`), { responseCode: this.trouble.code });
  }

  async #keep(stream: SMTPServerDataStream, { envelope }: SMTPServerSession) {
    const mail = await PostalMime.parse(await buffer(stream));
    this.received.push({
      from: `${mail.from?.name} ${mail.from?.address}`,
      to: envelope.rcptTo.map(({ address }) => address),
      subject: mail.subject,
      text: mail.text,
      html: mail.html ?? '',
      attachments: mail.attachments.map(({ filename, contentId, content }) => ({
        filename,
        contentId,
        content: content as ArrayBuffer,
      })),
      messageId: mail.messageId,
      inReplyTo: mail.inReplyTo,
      references: mail.references,
      auto: headerOf(mail, 'auto-submitted'),
      unsubscribe: [headerOf(mail, 'list-unsubscribe'), headerOf(mail, 'list-unsubscribe-post')],
      replyTo: mail.replyTo?.[0]?.address,
      returnPath: envelope.mailFrom ? envelope.mailFrom.address : '',
    });
  }

  async off() {
    await new Promise<void>((resolve) => {
      if (this.#server) this.#server.close(() => resolve());
      else resolve();
    });
  }
}

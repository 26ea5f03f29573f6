import { z } from 'zod';
import { c, routeWith } from '../../shared/define.ts';
import { mediaErrors } from '../media/media.rules.ts';

const route = routeWith(mediaErrors);

/** Maximum size of an inbound mail, in bytes. */
export const INBOUND_MAIL_BYTES_MAX = 25 * 1024 * 1024;

export const InboundMailOutcome = z
  .enum(['answer', 'bounce', 'automatic', 'empty', 'refused', 'not_accepted'])
  .meta({
    description:
      '`answer`: added to its conversation. `bounce`: the reply that it returns is marked as bounced. `automatic`: not written by a person, or a report without a failure; an automatic reply of the member is noted in the conversation. `empty`: without content. `refused`: sent to one of our addresses, but not by the member who received that address, by a blocked member, or by several senders; its sender should be notified. `not_accepted`: unreadable, or not sent to one of our addresses.',
  });
export type InboundMailOutcome = z.infer<typeof InboundMailOutcome>;

export const InboundMail = z.object({ outcome: InboundMailOutcome }).meta({ id: 'InboundMail' });

export const inboundMail = c.router({
  receiveMail: route({
    method: 'POST',
    path: '/inbound-mail',
    access: 'public',
    audience: 'system',
    operationId: 'inbound_mail-receive_mail',
    summary:
      'Deliver a mail to INBOUND_EMAIL unchanged (RFC 5322), as the file of a form, with INBOUND_EMAIL_SECRET as the bearer token; repeated deliveries have no further effect',
    contentType: 'multipart/form-data',
    bodyLimit: INBOUND_MAIL_BYTES_MAX,
    body: z
      .object({ file: z.instanceof(Uint8Array).meta({ type: 'string', format: 'binary' }) })
      .meta({ id: 'Body_inbound_mail-receive_mail' }),
    responses: { 200: InboundMail },
    errors: ['not_authenticated', 'invalid_credentials', 'too_many_requests', 'storage_full'],
  }),
});

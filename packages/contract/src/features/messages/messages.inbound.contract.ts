import { z } from 'zod';
import { c, routeWith } from '../../shared/define.ts';
import { mediaErrors } from '../media/media.errors.ts';

const route = routeWith(mediaErrors);

/** Maximum size of an inbound mail, in bytes. */
export const INBOUND_MAIL_BYTES_MAX = 25 * 1024 * 1024;

export const InboundMailOutcome = z
  .enum(['answer', 'bounce', 'automatic', 'empty', 'refused', 'not_accepted'])
  .meta({
    description:
      '`answer`: it is in its conversation. `bounce`: the reply that it sends back is marked so. `automatic`: it is from no person, or tells of no failure; what the mail program of the member says is noted in the conversation. `empty`: nothing was written in it. `refused`: it is to an address of ours, but not from the member who got that, or from one who may not write, or from several; its sender should be told. `not_accepted`: it can’t be read, or is not to an address of ours.',
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
      'Hand over a mail to INBOUND_EMAIL as it came (RFC 5322), as the file of a form, with INBOUND_EMAIL_SECRET as the bearer token; handed over twice it has its effect once',
    contentType: 'multipart/form-data',
    bodyLimit: INBOUND_MAIL_BYTES_MAX,
    body: z
      .object({ file: z.instanceof(Uint8Array).meta({ type: 'string', format: 'binary' }) })
      .meta({ id: 'Body_inbound_mail-receive_mail' }),
    responses: { 200: InboundMail },
    errors: ['not_authenticated', 'invalid_credentials', 'too_many_requests', 'storage_full'],
  }),
});

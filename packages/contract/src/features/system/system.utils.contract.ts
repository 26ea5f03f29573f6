import { z } from 'zod';
import { c, route } from '../../shared/define.ts';
import { email } from '../../shared/fields.ts';
import { Message } from '../../shared/message.ts';

export const utils = c.router({
  testEmail: route({
    method: 'POST',
    path: '/utils/test-email/',
    access: 'superuser',
    audience: 'system',
    operationId: 'utils-test_email',
    summary: 'Send a test mail',
    query: z.object({ email_to: email() }),
    body: c.noBody(),
    responses: { 201: Message },
  }),
  healthCheck: route({
    method: 'GET',
    path: '/utils/health-check/',
    access: 'public',
    audience: 'system',
    operationId: 'utils-health_check',
    summary: 'Return true while the service runs',
    responses: { 200: z.literal(true) },
  }),
});

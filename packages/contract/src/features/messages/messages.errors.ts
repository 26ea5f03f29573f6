import type { Errors } from '../../shared/errors.ts';

export const messagesErrors = {
  message_not_found: [404, 'Conversation not found'],
  message_image_not_found: [404, 'Picture not found'],
  reply_template_not_found: [404, 'Reply template not found'],
  thread_advanced: [409, 'The conversation has moved on'],
  sender_blocked: [409, 'Messages of this account are not accepted'],
  sender_deleted: [409, 'The account of this member is deleted'],
} as const satisfies Errors;

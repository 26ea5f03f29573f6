export { alertMentioned, markThreadAlertsRead } from './alerts.queries.ts';

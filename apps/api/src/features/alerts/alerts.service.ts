export { ALERT_DAYS, alertMentioned, markThreadAlertsRead } from './alerts.queries.ts';

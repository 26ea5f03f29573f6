import { none, type Samples } from '../../../test/requests.ts';

export const samples: Samples = {
  superuser: {
    'audit_logs-read_audit_logs': none,
    'audit_logs-export_audit_logs': none,
  },
  shownTo: {
    'audit_logs.actor_label': ['a superuser'],
    'audit_logs.entity_labels': ['a superuser'],
    'audit_logs.changes': ['a superuser'],
    'audit_logs.request_id': ['a superuser'],
    'audit_logs.ip': ['a superuser'],
    'audit_logs.user_agent': ['a superuser'],
  },
};

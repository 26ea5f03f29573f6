import { none, type Samples } from '../../../test/requests.ts';

export const samples: Samples = {
  team: {
    'audit_logs-read_audit_logs': none,
    'audit_logs-export_audit_logs': none,
  },
  shownTo: {
    'audit_logs.actor_label': ['superuser'],
    'audit_logs.entity_labels': ['superuser'],
    'audit_logs.changes': ['superuser'],
    'audit_logs.request_id': ['superuser'],
    'audit_logs.ip': ['superuser'],
    'audit_logs.user_agent': ['superuser'],
  },
};

import { none, type Samples } from '../../../test/requests.ts';

export const samples: Samples = {
  superuser: {
    'audit_logs-read_audit_logs': none,
    'audit_logs-export_audit_logs': none,
  },
};

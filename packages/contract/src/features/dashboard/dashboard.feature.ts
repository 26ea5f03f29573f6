import type { Feature } from '../../shared/feature.ts';
import { appHome } from './dashboard.app.contract.ts';
import { dashboard } from './dashboard.contract.ts';
import { appPreview } from './dashboard.preview.contract.ts';
import { statistics } from './dashboard.statistics.contract.ts';

export const dashboardFeature = {
  routes: { dashboard, statistics, appHome, appPreview },
} satisfies Feature;

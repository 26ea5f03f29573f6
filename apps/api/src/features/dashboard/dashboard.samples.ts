import { none, type Samples } from '../../../test/requests.ts';
import { anyMember } from '../accounts/accounts.samples.ts';
import { article } from '../news/news.samples.ts';

export const samples: Samples = {
  user: {
    'app-read_home': none,
  },
  team: {
    'dashboard-read_dashboard': none,
    'dashboard-read_tasks': none,
    'users-read_app_preview': anyMember,
    'dashboard-read_health': none,
    'dashboard-read_steps': none,
    'statistics-read_overview': none,
    'statistics-read_timeseries': () => ({ query: 'metric=new_members' }),
    'statistics-read_sends': none,
    'statistics-read_top_news': none,
    'statistics-read_article_reads': article,
    'statistics-read_answer_times': none,
  },
};

import { Navigate, Route, Routes } from 'react-router';
import { lazyPage } from './localized.tsx';
import { NotFoundPage } from './not-found.page.tsx';
import { Shell } from './shell.tsx';
import { SuperusersOnly } from './superusers-only.tsx';

const Dashboard = lazyPage(() => import('../features/dashboard/dashboard.page.tsx'));
const Settings = lazyPage(() => import('./settings.page.tsx'));
const Items = lazyPage(() => import('../features/items/items.page.tsx'));
const DailyMessage = lazyPage(() => import('../features/upcoming/daily-message.page.tsx'));
const Broadcast = lazyPage(() => import('../features/upcoming/broadcast.page.tsx'));
const News = lazyPage(() => import('../features/upcoming/news.page.tsx'));
const Messages = lazyPage(() => import('../features/upcoming/messages.page.tsx'));
const Rates = lazyPage(() => import('../features/upcoming/rates.page.tsx'));
const Members = lazyPage(() => import('../features/users/members.page.tsx'));
const Admin = lazyPage(() => import('../features/users/admin.page.tsx'));
const User = lazyPage(() => import('../features/users/user.page.tsx'));
const NewUser = lazyPage(() => import('../features/users/user-new.page.tsx'));

/** Every page of the back-office, by its path. */
export function Pages({ isLoading }: { isLoading: boolean }) {
  return (
    <Routes>
      <Route index element={<Navigate to="/dashboard" replace />} />
      <Route element={<Shell isLoading={isLoading} />}>
        <Route path="dashboard" element={<Dashboard />} />
        <Route path="settings" element={<Settings />} />
        <Route path="items" element={<Items />} />
        <Route element={<SuperusersOnly />}>
          <Route path="daily-message" element={<DailyMessage />} />
          <Route path="broadcast" element={<Broadcast />} />
          <Route path="news" element={<News />} />
          <Route path="messages" element={<Messages />} />
          <Route path="rates" element={<Rates />} />
          <Route path="members" element={<Members />} />
          <Route path="members/new" element={<NewUser />} />
          <Route path="members/:userId" element={<User />} />
          <Route path="admin" element={<Admin />} />
          <Route path="admin/new" element={<NewUser />} />
          <Route path="admin/:userId" element={<User />} />
        </Route>
      </Route>
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}

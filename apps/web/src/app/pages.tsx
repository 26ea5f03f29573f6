import { Navigate, Route, Routes } from 'react-router';
import { NotFoundPage } from './not-found.page.tsx';
import * as pages from './page-modules.ts';
import { Shell } from './shell.tsx';
import { SuperusersOnly } from './superusers-only.tsx';

/** Every page of the back-office, by its path. */
export function Pages({ isLoading }: { isLoading: boolean }) {
  return (
    <Routes>
      <Route index element={<Navigate to="/dashboard" replace />} />
      <Route element={<Shell isLoading={isLoading} />}>
        <Route path="dashboard" element={<pages.Dashboard />} />
        <Route path="settings" element={<pages.Settings />} />
        <Route path="items" element={<pages.Items />} />
        <Route element={<SuperusersOnly />}>
          <Route path="daily-message" element={<pages.DailyMessage />} />
          <Route path="daily-message/new" element={<pages.NewDailyMessage />} />
          <Route path="daily-message/:messageId" element={<pages.DailyMessageOne />} />
          <Route path="broadcast" element={<pages.Broadcast />} />
          <Route path="broadcast/new" element={<pages.NewBroadcast />} />
          <Route path="broadcast/:broadcastId" element={<pages.BroadcastOne />} />
          <Route path="news" element={<pages.News />} />
          <Route path="news/new" element={<pages.NewArticle />} />
          <Route path="news/:articleId" element={<pages.Article />} />
          <Route path="messages/:messageId?" element={<pages.Messages />} />
          <Route path="rates" element={<pages.Rates />} />
          <Route path="audit-log" element={<pages.AuditLogs />} />
          <Route path="members" element={<pages.Members />} />
          <Route path="members/new" element={<pages.NewUser />} />
          <Route path="members/:userId" element={<pages.User />} />
          <Route path="admin" element={<pages.Admin />} />
          <Route path="admin/new" element={<pages.NewUser />} />
          <Route path="admin/:userId" element={<pages.User />} />
        </Route>
      </Route>
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}

import { type ComponentType, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { Page as LoginPage } from '../features/login/login.page.tsx';
import { PublicLayout } from '../features/login/public-layout.tsx';
import { usePath } from '../platform/public-navigation.tsx';
import { lazyPage, localized } from './localized.tsx';
import { NotFoundPage } from './not-found.page.tsx';

const PAGES: Record<string, ComponentType> = {
  '/login': localized(LoginPage),
  '/signup': lazyPage(() => import('../features/login/signup.page.tsx')),
  '/recover-password': lazyPage(() => import('../features/login/recover-password.page.tsx')),
  '/reset-password': lazyPage(() => import('../features/login/reset-password.page.tsx')),
  '/confirm-email-change': lazyPage(() => import('../features/login/confirm-email-change.page.tsx')),
  '/undo-email-change': lazyPage(() => import('../features/login/undo-email-change.page.tsx')),
};
const Layout = localized(PublicLayout);
const NotFound = localized(NotFoundPage);

export function render(root: HTMLElement): void {
  createRoot(root).render(
    <StrictMode>
      <PublicPages />
    </StrictMode>,
  );
}

function PublicPages() {
  const Page = PAGES[usePath()];
  if (!Page) return <NotFound />;
  return (
    <Layout>
      <Suspense>
        <Page />
      </Suspense>
    </Layout>
  );
}

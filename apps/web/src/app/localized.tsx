import { type ComponentType, createElement, lazy } from 'react';
import { useLocale } from '../platform/i18n.ts';

/** A page that is rendered again when the language changes. */
export const localized = <Props extends object>(Page: ComponentType<Props>): ComponentType<Props> =>
  function LocalizedPage(props) {
    useLocale();
    return createElement(Page, props);
  };

export interface PageModule {
  Page: ComponentType;
}

/** Stays on the way when there is no module: the page is then being loaded again (reload.ts). */
const arrived = (module: PageModule | undefined): PageModule | Promise<never> =>
  module ?? new Promise(() => {});

/** A page that is loaded when it is first shown. */
export const lazyPage = (load: () => Promise<PageModule>) =>
  lazy(async () => ({ default: localized((await load().then(arrived)).Page) }));

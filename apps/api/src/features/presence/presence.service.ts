import { ACTIVITIES, type Activity } from '@agora/contract/features/presence/presence.rules';
import type { Heartbeat } from './presence.queries.ts';

/** Milliseconds after which a silent tab counts as closed. */
const TAB_TIMEOUT_MS = 40_000;

/** Maximum number of tabs per person; the one that reported longest ago is dropped. */
const TABS_MAX = 20;

interface Tab {
  row: string;
  doing: Activity;
  until: number;
}

/** Who has which row open, as reported to this instance: by person and tab, in memory. */
export function createPresenceTracker(now: () => Date) {
  const people = new Map<string, Map<string, Tab>>();

  /** @returns true if others see a difference */
  function record({ by, tab, entity, id, doing }: Heartbeat): boolean {
    const row = `${entity} ${id}`;
    const tabs = people.get(by) ?? new Map<string, Tab>();
    const before = tabs.get(tab);
    // The tab may have opened another row already: calls of one page can arrive out of order.
    if (doing === 'leaving' && before?.row !== row) return false;
    tabs.delete(tab);
    if (doing !== 'leaving') {
      const oldest = tabs.size < TABS_MAX ? undefined : tabs.keys().next().value;
      if (oldest) tabs.delete(oldest);
      tabs.set(tab, { row, doing, until: now().getTime() + TAB_TIMEOUT_MS });
    }
    if (tabs.size > 0) people.set(by, tabs);
    else people.delete(by);
    return before?.row !== row || before.doing !== doing;
  }

  function removeSilent(): void {
    const time = now().getTime();
    for (const [person, tabs] of people) {
      for (const [tab, { until }] of tabs) if (until <= time) tabs.delete(tab);
      if (tabs.size === 0) people.delete(person);
    }
  }

  /** Others with the row open, each with their most active state. */
  function othersOn({ by, entity, id }: Heartbeat): Map<string, Activity> {
    removeSilent();
    const row = `${entity} ${id}`;
    const others = new Map<string, Activity>();
    for (const [person, tabs] of people) {
      const here = new Set([...tabs.values()].filter((tab) => tab.row === row).map(({ doing }) => doing));
      const mostActive = ACTIVITIES.findLast((doing) => here.has(doing));
      if (mostActive && person !== by) others.set(person, mostActive);
    }
    return others;
  }

  return { record, othersOn };
}

import { formatMinutes } from '@agora/contract/features/dashboard/dashboard.durations.rules';
import { listOf, sendsOf } from '@agora/contract/features/dashboard/dashboard.lists.rules';
import type { Metric } from '@agora/contract/features/dashboard/dashboard.rules';
import type { Kpi, Overview } from '@agora/contract/features/dashboard/dashboard.statistics.contract';
import type { Locale } from '@agora/contract/shared/locale';
import { fr, mailSubject, renderMail } from '../../platform/mail/layout.ts';
import type { MailContent } from '../../platform/mail/mail.ts';

/** Figures of a week beside the week before, and what waits now. */
export interface WeekFigures {
  /** First and last day. */
  from: string;
  to: string;
  kpis: Overview['kpis'];
  firstAnswer: Pick<Kpi, 'value' | 'previous'>;
  waiting: number;
  sends: number;
  reached: number;
  opened: number;
  missingDays: number;
  /** Absent if none is missing. */
  firstMissing: string | undefined;
  lastMissing: string | undefined;
}

interface SummaryMail {
  projectName: string;
  locale: Locale;
  week: WeekFigures;
  frontendHost: string;
  /** Page that asks first. */
  unsubscribeUrl: string;
}

/** Sent on Mondays to those of the team who asked for it (`claimSummaries` in accounts.preferences.queries.ts). */
export function summaryMail({
  projectName,
  locale,
  week,
  frontendHost,
  unsubscribeUrl,
}: SummaryMail): MailContent {
  const texts = TEXTS[locale];
  const days = formatDays(week, locale);
  const highlights = texts.highlights(
    formatNumber(week.kpis.new_members.value ?? 0, locale),
    formatNumber(week.waiting, locale),
  );
  return {
    subject: mailSubject(projectName, locale, texts.subject(days)),
    ...renderMail({
      projectName,
      locale,
      preheader: highlights,
      title: texts.title,
      paragraphs: [texts.intro(days), ...(isQuiet(week) ? [texts.quiet] : [])],
      tables: tablesOf(week, locale, frontendHost),
      action: {
        label: texts.open,
        url: `${frontendHost}/dashboard?from=${week.from}&to=${week.to}`,
      },
      note: texts.note,
      unsubscribe: { label: texts.unsubscribe, url: unsubscribeUrl },
    }),
  };
}

const TAGS = { fr: 'fr-FR', en: 'en-GB' } as const satisfies Record<Locale, string>;

/** `16 au 22 novembre 2026` */
const formatDays = ({ from, to }: Pick<WeekFigures, 'from' | 'to'>, locale: Locale) =>
  new Intl.DateTimeFormat(TAGS[locale], { dateStyle: 'long', timeZone: 'UTC' })
    .formatRangeToParts(new Date(from), new Date(to))
    .map(({ type, value }) => {
      if (locale === 'fr' && type === 'day' && value === '1') return '1er';
      return value.includes('–') ? { fr: ' au ', en: ' to ' }[locale] : value;
    })
    .join('');

const formatNumber = (value: number, locale: Locale) => new Intl.NumberFormat(TAGS[locale]).format(value);

const formatAverage = (value: number, locale: Locale) =>
  new Intl.NumberFormat(TAGS[locale], { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value);

const formatShare = (share: number, locale: Locale) =>
  new Intl.NumberFormat(TAGS[locale], { style: 'percent' }).format(share);

const formatMean = (value: number, locale: Locale) =>
  new Intl.NumberFormat(TAGS[locale], { maximumFractionDigits: 1 }).format(value);

const formatDuration = (minutes: number, locale: Locale) => formatMinutes(minutes, TAGS[locale]);

type Format = (value: number, locale: Locale) => string;

const isQuiet = ({ kpis, sends }: WeekFigures) =>
  sends === 0 && Object.values(kpis).every(({ value }) => !value);

function tablesOf(week: WeekFigures, locale: Locale, frontendHost: string) {
  const texts = TEXTS[locale];
  const urlOf = (address: string | undefined) => address && frontendHost + address;
  const compared = (label: string, { value, previous }: Pick<Kpi, 'value' | 'previous'>, format: Format) => ({
    label,
    value: value === null ? '–' : format(value, locale),
    ...(previous !== null && { detail: texts.before(format(previous, locale)) }),
  });
  const metric = (name: Metric, format: Format = formatNumber) => ({
    ...compared(texts[name], week.kpis[name], format),
    url: urlOf(week.kpis[name].value ? listOf(name, week) : undefined),
  });
  const now = (label: string, value: number, address: string) => ({
    label,
    value: formatNumber(value, locale),
    url: urlOf(value > 0 ? address : undefined),
  });
  const { firstAnswer, waiting, sends, reached, opened, missingDays, firstMissing, lastMissing } = week;
  return [
    {
      title: texts.members,
      rows: [metric('new_members'), metric('active_members', formatMean), metric('lost_members')],
    },
    {
      title: texts.inbox,
      rows: [
        metric('received_messages'),
        metric('closed_messages'),
        compared(texts.firstAnswer, firstAnswer, formatDuration),
        now(texts.waiting, waiting, '/messages'),
      ],
    },
    {
      title: texts.contents,
      rows: [
        {
          ...now(texts.sends, sends, sendsOf(week)),
          ...(reached > 0 && { detail: texts.opened(formatShare(opened / reached, locale)) }),
        },
        metric('news_reads'),
        metric('ratings'),
        metric('average_rating', formatAverage),
        now(texts.missingDays, missingDays, `/daily-message?from=${firstMissing}&to=${lastMissing}`),
      ],
    },
  ];
}

const FR = {
  subject: (days: string) => `semaine du ${days}`,
  title: 'Votre semaine',
  intro: (days: string) =>
    fr`Voici les chiffres de la semaine du ${days}, à côté de ceux de la semaine précédente.`,
  quiet: fr`Une semaine calme : aucune activité à signaler.`,
  highlights: (newMembers: string, waiting: string) =>
    fr`Nouveaux membres : ${newMembers}. Conversations à traiter : ${waiting}.`,
  before: (value: string) => `contre ${value}`,
  members: 'Membres',
  new_members: 'Nouveaux membres',
  active_members: 'Actifs par jour, en moyenne',
  lost_members: 'Inactifs depuis 30 jours',
  inbox: 'Conversations',
  received_messages: 'Reçues',
  closed_messages: 'Terminées',
  firstAnswer: 'Première réponse (médiane)',
  waiting: 'À traiter aujourd’hui',
  contents: 'Contenus',
  sends: 'Notifications envoyées',
  opened: (share: string) => `ouvertes par ${share}`,
  news_reads: 'Lectures d’articles',
  ratings: 'Évaluations',
  average_rating: 'Moyenne sur 5',
  missingDays: 'Jours sans message, sur les 14 à venir',
  open: 'Ouvrir le tableau de bord',
  note: fr`Vous recevez ce résumé chaque lundi parce que vous l’avez choisi dans « Mon compte ».`,
  unsubscribe: 'Ne plus recevoir ce résumé',
};

const EN: typeof FR = {
  subject: (days) => `week of ${days}`,
  title: 'Your week',
  intro: (days) => `These are the figures of the week of ${days}, beside those of the week before.`,
  quiet: 'A quiet week: nothing to report.',
  highlights: (newMembers, waiting) => `New members: ${newMembers}. Conversations waiting: ${waiting}.`,
  before: (value) => `${value} before`,
  members: 'Members',
  new_members: 'New members',
  active_members: 'Active per day, on average',
  lost_members: 'Not seen for 30 days',
  inbox: 'Conversations',
  received_messages: 'Received',
  closed_messages: 'Closed',
  firstAnswer: 'First reply (median)',
  waiting: 'Waiting today',
  contents: 'Content',
  sends: 'Push notifications sent',
  opened: (share) => `opened by ${share}`,
  news_reads: 'Article reads',
  ratings: 'Ratings',
  average_rating: 'Average out of 5',
  missingDays: 'Days without a message, of the next 14',
  open: 'Open the dashboard',
  note: 'You get this summary every Monday because you chose it in “My account”.',
  unsubscribe: 'Stop getting this summary',
};

const TEXTS: Record<Locale, typeof FR> = { fr: FR, en: EN };

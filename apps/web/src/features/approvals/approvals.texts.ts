import { defineTexts, plural } from '../../platform/i18n.ts';

/** Nouns differ in gender in French. */
type Kind = 'broadcast' | 'news';

export const t = defineTexts({
  en: {
    title: 'To approve',
    text: 'What colleagues ask you to approve, oldest first. Nobody approves what they wrote, changed last or asked for.',
    list: 'Requests for approval',
    empty: 'Nothing to approve',
    emptyText: 'Requests of your colleagues appear here, and in the bell.',
    broadcast: 'Push notification',
    news: 'Article',
    kind: 'Kind',
    anyKind: 'Notifications and articles',
    only_broadcast: 'Push notifications',
    only_news: 'Articles',
    untitled: 'Untitled',
    somebody: 'Somebody',
    waiting: 'Waits for approval',
    held: 'Held: nobody approved it in time',
    sent_back: (who: string) => `${who} asks for changes`,
    outdated: 'The request for approval has ended',
    outdatedText: 'The content or its audience has changed since: ask again once it is final.',
    approvedBy: (who: string, when: string) => `${who} approved it ${when}.`,
    askedBy: (who: string, when: string) => `${who} asked for approval ${when}.`,
    goesOut: (_kind: Kind) => 'It goes out as soon as somebody approves it.',
    goesOutAt: (_kind: Kind, when: string) => `It goes out on ${when} if somebody approves it before.`,
    wasDue: (_kind: Kind, when: string) => `It was planned for ${when}; nothing went out.`,
    ownTime: (time: string) => `${time}, on each recipient’s own clock`,
    devices: (count: number) => plural(count, { one: 'device', other: 'devices' }),
    now: 'Once approved',
    endsByChange: 'Changing it ends the request.',
    own: 'You wrote it, last changed it or asked for approval: somebody else has to decide.',
    approvers: (names: string) => `These can approve it: ${names}.`,
    sendBack: 'Send back…',
    withdraw: 'Withdraw the request',
    isWithdrawn: 'The request is withdrawn.',
    sendBackTitle: 'Send it back?',
    sendBackText: 'Its author reads your comment and can ask again.',
    sendBackDo: 'Send back',
    isSentBack: 'It is sent back.',
    comment: 'What has to change',
    commentMissing: 'Say what has to change',
  },
  fr: {
    title: 'À approuver',
    text: 'Ce que des collègues vous demandent d’approuver, du plus ancien au plus récent. Personne n’approuve ce qu’il a écrit, modifié en dernier ou demandé.',
    list: 'Demandes d’approbation',
    empty: 'Rien à approuver',
    emptyText: 'Les demandes de vos collègues apparaissent ici et dans la cloche.',
    broadcast: 'Notification push',
    news: 'Article',
    kind: 'Type',
    anyKind: 'Notifications et articles',
    only_broadcast: 'Notifications push',
    only_news: 'Articles',
    untitled: 'Sans titre',
    somebody: 'Quelqu’un',
    waiting: 'En attente d’approbation',
    held: 'En suspens : pas d’approbation à temps',
    sent_back: (who) => `${who} demande des modifications`,
    outdated: 'La demande d’approbation a pris fin',
    outdatedText:
      'Le contenu ou ses destinataires ont changé depuis : demandez à nouveau quand tout sera définitif.',
    approvedBy: (who, when) => `${who} a donné son approbation ${when}.`,
    askedBy: (who, when) => `${who} a demandé l’approbation ${when}.`,
    goesOut: (kind) =>
      kind === 'news'
        ? 'Il sera publié dès que quelqu’un l’approuvera.'
        : 'Elle partira dès que quelqu’un l’approuvera.',
    goesOutAt: (kind, when) =>
      kind === 'news'
        ? `Il sera publié le ${when} si quelqu’un l’approuve avant.`
        : `Elle partira le ${when} si quelqu’un l’approuve avant.`,
    wasDue: (kind, when) =>
      kind === 'news'
        ? `Il était prévu pour le ${when} ; rien n’a été publié.`
        : `Elle était prévue pour le ${when} ; rien n’est parti.`,
    ownTime: (time) => `${time}, à l’heure de chaque destinataire`,
    devices: (count) => plural(count, { one: 'appareil', other: 'appareils', many: 'd’appareils' }),
    now: 'Dès l’approbation',
    endsByChange: 'Toute modification met fin à la demande.',
    own: 'Vous l’avez écrit, modifié en dernier ou vous avez demandé l’approbation : la décision revient à quelqu’un d’autre.',
    approvers: (names) => `Peuvent approuver : ${names}.`,
    sendBack: 'Renvoyer…',
    withdraw: 'Retirer la demande',
    isWithdrawn: 'La demande est retirée.',
    sendBackTitle: 'Renvoyer pour modification ?',
    sendBackText: 'L’auteur lira votre commentaire et pourra demander à nouveau.',
    sendBackDo: 'Renvoyer',
    isSentBack: 'La demande est renvoyée.',
    comment: 'Ce qu’il faut changer',
    commentMissing: 'Dites ce qu’il faut changer',
  },
});

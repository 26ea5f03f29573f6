import type { MessageCategory } from '@agora/contract/features/messages/messages.schema';
import type { Locale } from '@agora/contract/shared/locale';

/** A sample exchange between a member and the team. */
export interface Talk {
  category: MessageCategory;
  subject: string;
  /** Member, team, member. */
  words: readonly [asked: string, answered: string, again: string];
}

const talk = (category: MessageCategory, subject: string, ...words: Talk['words']): Talk => ({
  category,
  subject,
  words,
});

export const TALKS: Record<Locale, readonly Talk[]> = {
  fr: [
    talk(
      'question',
      'Horaires de la maison de quartier',
      'Bonjour,\nla maison de quartier est-elle ouverte pendant les vacances\u202f? Je n’ai pas trouvé l’information.',
      'Bonjour {prénom},\nelle ouvre de 9\u00A0h à 12\u00A0h, du mardi au vendredi. Nous l’ajoutons à la page d’accueil.',
      'Merci beaucoup\u202f! Et le samedi\u202f?',
    ),
    talk(
      'bug',
      'L’application se ferme toute seule',
      'Depuis la dernière mise à jour, l’application se ferme dès que j’ouvre une annonce avec des photos.',
      'Bonjour {prénom},\nnous avons retrouvé la cause\u00A0: la version 2.4.1, disponible demain, la corrige.',
      'Toujours pareil chez moi avec la 2.4.1, sur une tablette.',
    ),
    talk(
      'idea',
      'Un agenda partagé',
      'Ce serait formidable d’avoir un agenda des événements du quartier, avec un rappel la veille.',
      'Quelle bonne idée\u202f! Nous en parlons à la prochaine réunion d’équipe.',
      'Je veux bien aider à le remplir.',
    ),
    talk(
      'other',
      'Merci à l’équipe',
      'Grâce à l’application j’ai retrouvé mon chat Œdipe en deux heures. Merci à toutes et à tous\u00A0❤️',
      'Quelle belle nouvelle\u202f! Une caresse à Œdipe de notre part.',
      'C’est fait\u202f!',
    ),
    talk(
      'question',
      '',
      'Comment changer l’adresse e-mail de mon compte\u202f?',
      'Dans «\u00A0Mon compte\u00A0», touchez votre adresse, puis saisissez la nouvelle. Un e-mail part aussi à l’ancienne adresse.',
      'Parfait, c’est fait.',
    ),
    talk(
      'bug',
      'Notifications en double',
      'Je reçois chaque message du jour deux fois sur mon téléphone, une seule sur ma tablette.',
      'Avez-vous deux comptes connectés sur ce téléphone\u202f? La liste «\u00A0Mes sessions\u00A0», dans «\u00A0Mon compte\u00A0», vous le dira.',
      'Oui\u202f! Un vieux compte de mon fils. Réglé.',
    ),
    talk(
      'question',
      'Annonce d’une association',
      'Notre association peut-elle publier une annonce pour la collecte du 12\u00A0décembre\u202f?',
      'Bien sûr {prénom}. Envoyez-nous le texte ici, nous la mettrons en avant.',
      'Voici le texte\u00A0: «\u00A0Collecte de jouets, salle Molière, de 10\u00A0h à 17\u00A0h.\u00A0»',
    ),
    talk(
      'other',
      'Voisin bruyant',
      'Quelqu’un tond sa pelouse chaque dimanche à 7\u00A0h. Que puis-je faire\u202f?',
      'Bonjour {prénom},\nla médiation de quartier reçoit le jeudi soir, sans rendez-vous.',
      'J’irai jeudi, merci du conseil.',
    ),
  ],
  en: [
    talk(
      'question',
      'Opening hours',
      'Hello,\nis the community centre open during the holidays? I could not find it anywhere.',
      'Hello {first_name},\nit opens from 9 to 12, Tuesday to Friday. We are adding it to the front page.',
      'Thank you! And on Saturdays?',
    ),
    talk(
      'bug',
      'The app closes by itself',
      'Since the last update the app closes as soon as I open an advert with photos.',
      'Hello {first_name},\nwe have found the cause: version 2.4.1, out tomorrow, fixes it.',
      'Still the same for me with 2.4.1, on a tablet.',
    ),
    talk(
      'idea',
      'A shared calendar',
      'A calendar of what is on in the neighbourhood would be great, with a reminder the day before.',
      'What a good idea! We will talk about it at our next meeting.',
      'I would love to help fill it.',
    ),
    talk(
      'other',
      'Thank you all',
      'Thanks to the app I found my cat within two hours. You are wonderful ❤️',
      'What lovely news! Give it a stroke from us.',
      'Done!',
    ),
    talk(
      'question',
      '',
      'How do I change the email address of my account?',
      'In “My account”, tap your address and type the new one. A message goes to the old one.',
      'Perfect, it worked.',
    ),
    talk(
      'bug',
      'Wrong language',
      'The message of the day is in French although I chose English.',
      'That one had no translation: there is one now. Sorry about that, {first_name}.',
      'Now I can read it, thanks.',
    ),
  ],
};

export const SPAM = 'Gagnez 5000 € par jour depuis chez vous, cliquez vite ici\u202f!!!';

export const NOTES = [
  'Déjà signalé par deux autres membres, voir avec le prestataire.',
  'J’ai appelé la mairie, réponse attendue lundi.',
  'À reprendre dans le prochain message du jour.',
];

export const TEMPLATES = [
  {
    title: 'Merci pour votre message',
    fr: 'Bonjour {prénom},\nmerci pour votre message. Nous vous répondrons très vite.',
    en: 'Hello {first_name},\nthank you for your message. We will get back to you very soon.',
  },
  {
    title: 'Demande de précisions',
    fr: 'Bonjour {prénom},\npouvez-vous nous dire sur quel écran cela se produit, et avec quel téléphone\u202f?',
    en: 'Hello {first_name},\ncould you tell us on which screen it happens, and with which phone?',
  },
  {
    title: 'Problème corrigé',
    fr: 'Bonjour {prénom},\nle problème est corrigé dans la dernière version de l’application.',
    en: 'Hello {first_name},\nthe problem is fixed in the latest version of the app.',
  },
];

/** Automatic out-of-office replies. */
export const AWAY_TEXTS: Record<Locale, string> = {
  fr: 'Bonjour,\nje suis en congé jusqu’à lundi et je lirai votre message à mon retour.',
  en: 'Hello,\nI am away until Monday and will read your message when I am back.',
};

import type { DailyMessageText } from '@agora/contract/features/daily-messages/daily-messages.schema';

/** A message of the demo data. */
export interface Advice {
  fr: DailyMessageText;
  en: DailyMessageText | null;
  link?: string;
}

const TEAM = { fr: 'L’équipe d’Agora', en: 'The Agora team' };

type Words = readonly [title: string, body: string, author?: string];

const text = ([title, body, author]: Words, team: string): DailyMessageText => ({
  title,
  body,
  author: author ?? team,
});

const both = (fr: Words, en: Words, link?: string): Advice => ({
  fr: text(fr, TEAM.fr),
  en: text(en, TEAM.en),
  ...(link && { link }),
});

const french = (fr: Words): Advice => ({ fr: text(fr, TEAM.fr), en: null });

export const BILINGUAL: readonly Advice[] = [
  both(
    [
      'Un café pour commencer',
      'La maison de quartier ouvre dès 8\u00A0h\u00A030. Le café est chaud, la conversation aussi\u00A0: poussez la porte, même pour cinq minutes.',
    ],
    [
      'Start with a coffee',
      'The community centre opens at half past eight. The coffee is hot and so is the conversation: drop in, even for five minutes.',
    ],
  ),
  both(
    [
      'Dire bonjour',
      'Un bonjour dans l’escalier ne coûte rien et change une matinée. Qui sera le premier aujourd’hui\u202F?',
    ],
    [
      'Say good morning',
      'A hello on the stairs costs nothing and makes somebody’s morning. Who will go first today?',
    ],
  ),
  both(
    [
      'La bibliothèque prolonge',
      'Ce soir, la bibliothèque reste ouverte jusqu’à 20\u00A0h.\nLes enfants choisissent l’histoire, les grands la lisent à voix haute.',
    ],
    [
      'The library stays open',
      'Tonight the library is open until eight.\nChildren pick the story, grown-ups read it aloud.',
    ],
  ),
  both(
    [
      'Prêter, c’est partager',
      'Une perceuse sert en moyenne treize minutes dans sa vie. La vôtre pourrait dépanner tout un palier.',
    ],
    [
      'Lending is sharing',
      'The average drill is used for thirteen minutes in its life. Yours could help a whole landing.',
    ],
  ),
  both(
    [
      'Le jardin a soif',
      'Il n’a pas plu de la semaine. Si vous passez près du jardin partagé, les arrosoirs sont derrière la cabane.',
    ],
    [
      'The garden is thirsty',
      'It hasn’t rained all week. If you pass the shared garden, the watering cans are behind the shed.',
    ],
  ),
  both(
    [
      'Petite victoire',
      'Grâce à vous, 214 livres ont trouvé une nouvelle étagère le mois dernier. Bravo, et bonne lecture\u202F!',
    ],
    [
      'A small victory',
      'Thanks to you, 214 books found a new shelf last month. Well done, and happy reading!',
    ],
  ),
  both(
    [
      'On a besoin de bras',
      'Samedi à 10\u00A0h, nous remontons les chaises du préau. Une heure à dix, ou une journée à deux\u00a0: à vous de voir.',
    ],
    [
      'Many hands',
      'On Saturday at ten we carry the chairs back from the yard. One hour for ten of us, or a whole day for two: you choose.',
    ],
  ),
  both(
    [
      'La phrase du jour',
      'On ne choisit pas ses voisins, mais on peut choisir d’en faire des amis.',
      'Proverbe du palier',
    ],
    [
      'Thought for the day',
      'We don’t choose our neighbours, but we can choose to make friends of them.',
      'Saying of the landing',
    ],
  ),
  both(
    ['Pain chaud', 'La boulangerie de la place cuit une deuxième fournée à 17\u00A0h. L’odeur vous guidera.'],
    ['Warm bread', 'The baker on the square takes a second batch out at five. Follow your nose.'],
  ),
  both(
    [
      'Marcher ensemble',
      'Le groupe de marche part chaque mardi de la fontaine. On avance au rythme du plus bavard.',
    ],
    [
      'Walking together',
      'The walking group leaves from the fountain every Tuesday. We go at the pace of whoever talks most.',
    ],
    'https://example.org/marche',
  ),
  both(
    [
      'Trier sans se tromper',
      'Le verre va dans le conteneur vert, les couvercles dans le jaune. Le bruit fait la joie des enfants.',
    ],
    [
      'Sorting made simple',
      'Glass goes into the green container, lids into the yellow one. Children love the noise.',
    ],
  ),
  both(
    [
      'Une soupe pour tous',
      'Ce midi, la cantine solidaire sert une soupe de courge. Chacun paie ce qu’il peut, et reste autant qu’il veut.',
    ],
    [
      'Soup for everybody',
      'Pumpkin soup at the community kitchen today. Pay what you can, stay as long as you like.',
    ],
  ),
  both(
    [
      'Bienvenue aux nouveaux',
      'Trois familles sont arrivées rue des Tilleuls. Un gâteau sur le paillasson se remarque toujours.',
    ],
    [
      'Welcome, newcomers',
      'Three families have moved into Linden Street. A cake on the doormat never goes unnoticed.',
    ],
  ),
  both(
    [
      'Réparer plutôt que jeter',
      'Un grille-pain fatigué\u202F? L’atelier de réparation ouvre à 14\u00A0h, tournevis et thé compris.',
    ],
    ['Mend it', 'A tired toaster? The repair café opens at two; screwdrivers and tea included.'],
    'https://example.org/atelier',
  ),
  both(
    [
      'Lever les yeux',
      'Ce soir, la lune se lève derrière le clocher à 19\u00A0h\u00A042. La place est le meilleur endroit pour la voir.',
    ],
    ['Look up', 'Tonight the moon rises behind the church tower at 7.42. The square has the best view.'],
  ),
  both(
    [
      'Merci',
      'Merci à celles et ceux qui ont déblayé les trottoirs hier soir. Personne ne vous l’avait demandé.',
    ],
    ['Thank you', 'Thank you to everybody who cleared the pavements last night. Nobody had asked you to.'],
  ),
  both(
    [
      'Le marché change de place',
      'Dimanche, le marché s’installe sur le quai pendant les travaux. Mêmes tomates, plus belle vue.',
    ],
    [
      'The market moves',
      'On Sunday the market is on the quay while the works last. Same tomatoes, better view.',
    ],
  ),
  both(
    [
      'Une chaise de plus',
      'Si vous cuisinez trop ce soir, pensez à la voisine du dessus. Une chaise de plus, et c’est une fête.',
    ],
    [
      'One more chair',
      'If you cook too much tonight, think of the neighbour upstairs. One more chair makes it a party.',
    ],
  ),
  both(
    [
      'Chanter faux, c’est permis',
      'La chorale répète à 19\u00A0h à l’école. Aucune audition, aucun jugement, beaucoup de rires.',
    ],
    [
      'Out of tune is fine',
      'The choir meets at seven at the school. No audition, no verdicts, plenty of laughter.',
    ],
  ),
];

export const UNTRANSLATED: readonly Advice[] = [
  french([
    'Coupure d’eau rue Haute',
    'L’eau sera coupée de 9\u00A0h à 11\u00A0h rue Haute. Remplissez une carafe, et passez prévenir les anciens.',
  ]),
  french([
    'Objet trouvé',
    'Un doudou lapin attend son propriétaire à l’accueil. Il va bien, mais il s’ennuie.',
  ]),
  french(['Prudence', 'Les premières gelées sont là\u00A0: les marches de la passerelle glissent le matin.']),
];

export const RESERVE: readonly Advice[] = [
  both(
    [
      'Respirez',
      'Trois grandes inspirations avant d’ouvrir vos messages. Le reste attendra bien une minute.',
    ],
    ['Breathe', 'Three deep breaths before you open your messages. The rest can wait a minute.'],
  ),
  both(
    ['Un mot doux', 'Laissez aujourd’hui un mot gentil dans une boîte aux lettres qui n’est pas la vôtre.'],
    ['A kind word', 'Leave a kind note today in a letterbox that isn’t yours.'],
  ),
  both(
    [
      'Appelez quelqu’un',
      'À qui n’avez-vous pas parlé depuis longtemps\u202F? C’est le bon jour pour appeler.',
    ],
    ['Call somebody', 'Who haven’t you spoken to for a long time? Today is a good day to call.'],
  ),
  both(
    [
      'Regarder autrement',
      'Prenez une rue que vous ne prenez jamais. Le quartier est plus grand qu’on ne croit.',
    ],
    ['Another way', 'Take a street that you never take. The neighbourhood is bigger than you think.'],
  ),
  both(
    [
      'La générosité est contagieuse',
      'Tenez une porte, cédez une place, souriez\u00A0: vous verrez, cela revient.',
    ],
    ['Kindness is catching', 'Hold a door, give up a seat, smile: you’ll see, it comes back.'],
  ),
  both(
    [
      'Apprendre un mot',
      'Demandez à un voisin comment on dit «\u00A0merci\u00A0» dans sa langue. Puis servez-vous-en.',
    ],
    ['Learn a word', 'Ask a neighbour how to say “thank you” in their language. Then use it.'],
  ),
  both(
    ['Ralentir', 'Rien ne presse autant qu’on le dit. Asseyez-vous cinq minutes sur un banc.'],
    ['Slow down', 'Nothing is as urgent as they say. Sit on a bench for five minutes.'],
  ),
  both(
    [
      'Partager une recette',
      'Quelle est la recette que l’on vous réclame toujours\u202F? Écrivez-la, et passez-la.',
    ],
    ['Share a recipe', 'Which recipe does everybody ask you for? Write it down and pass it on.'],
  ),
  french([
    'Un geste pour l’eau',
    'Un robinet qui goutte remplit une baignoire par semaine. On le resserre\u202F?',
  ]),
  both(
    ['Semer', 'Quelques graines dans un pot, et le printemps commence sur le rebord de la fenêtre.'],
    ['Sow something', 'A few seeds in a pot, and spring begins on the window sill.'],
  ),
  both(
    ['Écouter', 'Aujourd’hui, écoutez une histoire jusqu’au bout sans l’interrompre. C’est un cadeau.'],
    ['Listen', 'Today, listen to a story to its end without interrupting. It is a gift.'],
  ),
  both(
    ['Bonne humeur', 'Mettez une chanson, ouvrez la fenêtre, et laissez-la sortir.'],
    ['Good spirits', 'Put on a song, open the window, and let it out.'],
  ),
];

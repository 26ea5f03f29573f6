import { defineTexts } from '../../platform/i18n.ts';

export const t = defineTexts({
  en: {
    news_not_found: 'This article no longer exists.',
    news_revision_not_found: 'This version is no longer kept.',
    news_category_not_found: 'This category no longer exists.',
    no_news: 'There is nothing to show in this language.',
    autosave_conflict: 'This article is being written in another window too.',
    not_publishable:
      'This can’t be published yet: check the title, the text, the description of the cover and the languages that are ready.',
    slug_taken: 'Another article uses or used this address: choose another.',
    category_name_taken: 'Another category has this name: choose another name.',
    too_many_pinned: 'Three articles are pinned already: unpin one first.',
    visible_to_too_early: 'It must go offline after it goes online',
    category_missing: 'This category no longer exists: choose another',
    document_too_long: 'This text is too long: shorten it',
    document_too_deep: 'Lists and quotes are nested too deeply: remove a level',
  },
  fr: {
    news_not_found: 'Cet article n’existe plus.',
    news_revision_not_found: 'Cette version n’est plus conservée.',
    news_category_not_found: 'Cette catégorie n’existe plus.',
    no_news: 'Il n’y a rien à afficher dans cette langue.',
    autosave_conflict: 'Cet article est aussi en cours d’écriture dans une autre fenêtre.',
    not_publishable:
      'Impossible de publier : vérifiez le titre, le texte, la description de la couverture et les langues prêtes.',
    slug_taken: 'Cette adresse sert ou a servi à un autre article : choisissez-en une autre.',
    category_name_taken: 'Une catégorie porte déjà ce nom : choisissez-en un autre.',
    too_many_pinned: 'Trois articles sont déjà épinglés : désépinglez-en un d’abord.',
    visible_to_too_early: 'La mise hors ligne doit suivre la mise en ligne',
    category_missing: 'Cette catégorie n’existe plus : choisissez-en une autre',
    document_too_long: 'Ce texte est trop long : raccourcissez-le',
    document_too_deep: 'Trop de listes ou de citations imbriquées : supprimez un niveau',
  },
});

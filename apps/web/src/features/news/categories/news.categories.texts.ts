import { defineTexts, plural } from '../../../platform/i18n.ts';
import { LANGUAGES } from '../news.texts.ts';

const articles = (count: number) => plural(count, { one: 'article', other: 'articles' });

export const t = defineTexts({
  en: {
    categoriesText: 'Members choose from them in the app.',
    addCategory: 'New category',
    editCategory: 'Change the category',
    editOf: (name: string) => `Change ${name}`,
    nameIn: (locale: 'fr' | 'en') => `Name in ${LANGUAGES.en[locale]}`,
    nameRequired: 'Give it a name',
    color: 'Colour',
    inArticles: (count: number) => articles(count),
    noCategories: 'No category yet',
    noCategoriesText: 'Categories help members find what concerns them.',
    categorySaved: 'The category is saved.',
    categoryDeleted: 'The category is deleted.',
    deleteCategory: (name: string) => `Delete “${name}”?`,
    deleteCategoryText: (count: number) =>
      count > 0 ? `${articles(count)} will go on without a category.` : 'No article has it.',
  },
  fr: {
    categoriesText: 'Les membres choisissent parmi elles dans l’application.',
    addCategory: 'Nouvelle catégorie',
    editCategory: 'Modifier la catégorie',
    editOf: (name) => `Modifier ${name}`,
    nameIn: (locale) => `Nom en ${LANGUAGES.fr[locale]}`,
    nameRequired: 'Donnez-lui un nom',
    color: 'Couleur',
    inArticles: (count) => articles(count),
    noCategories: 'Aucune catégorie pour l’instant',
    noCategoriesText: 'Les catégories aident les membres à trouver ce qui les concerne.',
    categorySaved: 'La catégorie est enregistrée.',
    categoryDeleted: 'La catégorie est supprimée.',
    deleteCategory: (name) => `Supprimer « ${name} » ?`,
    deleteCategoryText: (count) =>
      count > 0
        ? `${plural(count, { one: 'article restera', other: 'articles resteront' })} sans catégorie.`
        : 'Aucun article ne l’utilise.',
  },
});

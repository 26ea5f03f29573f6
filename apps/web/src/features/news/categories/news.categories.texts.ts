import { defineTexts, plural } from '../../../platform/i18n.ts';
import { LANGUAGES } from '../../../platform/language-names.ts';

const articles = (count: number) => plural(count, { one: 'article', other: 'articles' });

export const t = defineTexts({
  en: {
    categoriesText: 'In the app, members use them to choose what to read.',
    addCategory: 'New category',
    editCategory: 'Change the category',
    editOf: (name: string) => `Change ${name}`,
    eraseOf: (name: string) => `Erase ${name} for good`,
    nameIn: (locale: 'fr' | 'en') => `Name in ${LANGUAGES.en[locale]}`,
    nameRequired: 'Give it a name',
    color: 'Colour',
    inArticles: (count: number) => articles(count),
    noCategories: 'No category yet',
    noCategoriesText: 'Categories help members find what concerns them.',
    categorySaved: 'The category is saved.',
    categoryDeleted: 'The category is erased.',
    deleteCategory: (name: string) => `Erase “${name}” for good?`,
    deleteCategoryText: (count: number) =>
      count > 0 ? `${articles(count)} will be left without a category.` : 'No article uses it.',
  },
  fr: {
    categoriesText: 'Dans l’application, les membres s’en servent pour choisir leurs lectures.',
    addCategory: 'Nouvelle catégorie',
    editCategory: 'Modifier la catégorie',
    editOf: (name) => `Modifier ${name}`,
    eraseOf: (name) => `Effacer définitivement ${name}`,
    nameIn: (locale) => `Nom en ${LANGUAGES.fr[locale]}`,
    nameRequired: 'Donnez-lui un nom',
    color: 'Couleur',
    inArticles: (count) => articles(count),
    noCategories: 'Aucune catégorie pour l’instant',
    noCategoriesText: 'Les catégories aident les membres à trouver ce qui les concerne.',
    categorySaved: 'La catégorie est enregistrée.',
    categoryDeleted: 'La catégorie est effacée.',
    deleteCategory: (name) => `Effacer définitivement « ${name} » ?`,
    deleteCategoryText: (count) =>
      count > 0
        ? `${plural(count, { one: 'article restera', other: 'articles resteront' })} sans catégorie.`
        : 'Aucun article ne l’utilise.',
  },
});

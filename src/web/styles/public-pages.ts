import button from '#web/ui/button.module.css';
import alertDialog from '#web/ui/alert-dialog.module.css';
import notice from '#web/ui/notice.module.css';
import widePage from '#web/ui/wide-page.module.css';
import emptyState from '#web/ui/empty-state.module.css';
import skeleton from '#web/ui/skeleton.module.css';
import badge from '#web/ui/badge.module.css';
import checkbox from '#web/ui/checkbox.module.css';
import field from '#web/ui/field.module.css';
import select from '#web/ui/select.module.css';
import pageSkeleton from '#web/shell/page-skeleton.module.css';
import legalDocument from '#web/legal/legal-document.module.css';
import categoryPage from '#web/photos/category-page.module.css';
import photoPicture from '#web/photos/photo-picture.module.css';
import photoSlider from '#web/photos/photo-slider.module.css';
import photoThumbnails from '#web/photos/photo-thumbnails.module.css';
import inquiryPage from '#web/questions/inquiry-page.module.css';
import questionItem from '#web/questions/question-item.module.css';
import questionListPage from '#web/questions/question-list-page.module.css';
import questionSearchForm from '#web/questions/question-search-form.module.css';
import reservePage from '#web/reservations/reserve-page.module.css';
import categoryTiles from '#web/studio/category-tiles.module.css';
import hero from '#web/studio/hero.module.css';
import homePage from '#web/studio/home-page.module.css';
import howToBook from '#web/studio/how-to-book.module.css';
import latestQuestions from '#web/studio/latest-questions.module.css';
import pricesFrom from '#web/studio/prices-from.module.css';
import socialLink from '#web/studio/social-link.module.css';
import introducePage from '#web/studio/introduce-page.module.css';
import pricePage from '#web/studio/price-page.module.css';

/**
 * Inlined into every document: a page that came from the server does not wait for its looks, while the code of each comes
 * on its own. First what pages are made of, then the pages, which may say it differently.
 */
export const publicStyles: readonly Readonly<Record<string, string>>[] = [
  button,
  alertDialog,
  notice,
  widePage,
  emptyState,
  skeleton,
  badge,
  checkbox,
  field,
  select,
  pageSkeleton,
  legalDocument,
  categoryPage,
  photoPicture,
  photoSlider,
  photoThumbnails,
  inquiryPage,
  questionItem,
  questionListPage,
  questionSearchForm,
  reservePage,
  categoryTiles,
  hero,
  homePage,
  howToBook,
  latestQuestions,
  pricesFrom,
  socialLink,
  introducePage,
  pricePage,
];

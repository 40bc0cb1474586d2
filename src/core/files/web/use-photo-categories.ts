import { useAllCategories } from '#core/content/web/use-category-name.tsx';
import { coverOf, REPRESENTATIVE, type PhotoCategory } from '../contract/photos.ts';

/** Where admins can put photos, with labels. All lists are empty until the categories are loaded. */
export const usePhotoCategories = () => {
  const categories = useAllCategories();
  /** The pages of the categories. */
  const galleries = categories.map(({ id, name }) => ({ value: id, label: name }));
  const covers = categories.map(({ id, name }) => ({ value: coverOf(id), label: `${name} 대표` }));
  /** The places on the home page. */
  const homes = covers.length === 0 ? [] : [{ value: REPRESENTATIVE, label: '대표' }, ...covers];
  const all = [...galleries, ...homes];
  return {
    galleries,
    homes,
    all,
    labelOf: (category: PhotoCategory): string => all.find(({ value }) => value === category)?.label ?? '',
  };
};

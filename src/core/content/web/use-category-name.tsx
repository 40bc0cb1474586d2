import { useApiQuery } from '#platform/web/client/api/queries.ts';
import { findCategory, type ShootType } from '../contract/categories.ts';
import { categoryEndpoints } from '../contract/category-endpoints.ts';
import { useStudio } from './use-studio.ts';

/** All categories in order, hidden ones included. For members and admins; empty until they are loaded. */
export const useAllCategories = () => useApiQuery(categoryEndpoints.allCategories, {}).data ?? [];

/** The name of a category. That of a hidden one has to be loaded and is empty until then. */
export const CategoryName = ({ id }: { id: ShootType }) => {
  const shown = findCategory(useStudio().categories, id);
  const { data = [] } = useApiQuery(categoryEndpoints.allCategories, {}, { enabled: shown === undefined });
  return (shown ?? findCategory(data, id))?.name ?? '';
};

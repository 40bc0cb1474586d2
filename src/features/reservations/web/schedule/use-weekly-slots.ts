import { studioEndpoints } from '#core/content/contract/studio.ts';
import { useApiQuery } from '#platform/web/client/api/queries.ts';
import { defaultSlots, sortSlots, type Slot } from '../../contract/slots.ts';

/** The slots that the studio offers on each weekday in the seven days from tomorrow on; the default ones until they are known. */
export const useWeeklySlots = () => {
  const { data } = useApiQuery(studioEndpoints.hours, {});
  const slotsOf = (weekday: number): readonly Slot[] =>
    data?.find((day) => day.weekday === weekday)?.slots ?? defaultSlots;
  return { slotsOf, allSlots: sortSlots(data?.flatMap(({ slots }) => slots) ?? defaultSlots) };
};

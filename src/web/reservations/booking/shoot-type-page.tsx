import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { photoEndpoints } from '#contract/photos.ts';
import { studioEndpoints } from '#contract/studio.ts';
import { SHOOT_TYPE_MESSAGE } from '#contract/shoot-types.ts';
import { useApiQuery } from '#web/api/queries.ts';
import { paths } from '#web/paths.ts';
import { toHomePhotoViews } from '#web/studio/home-photo-views.ts';
import { Button } from '#web/ui/button.tsx';
import { chooseCategory, useBookingDraft } from './booking-draft.ts';
import { BookingStep } from './booking-step.tsx';
import { ShootTypeCards } from './shoot-type-cards.tsx';

const ShootTypePage = () => {
  const navigate = useNavigate();
  const category = useBookingDraft((draft) => draft.category);
  const { data: photos } = useApiQuery(photoEndpoints.homePhotos, {});
  const { data: categories } = useApiQuery(studioEndpoints.categories, {});
  const [isMissing, setIsMissing] = useState(false);
  const firstCard = useRef<HTMLInputElement>(null);

  const goOn = (event: FormEvent): void => {
    event.preventDefault();
    if (category === null) {
      setIsMissing(true);
      firstCard.current?.focus();
      return;
    }
    void navigate(paths.reserveDate(category.id));
  };

  return (
    <BookingStep
      current="카테고리"
      title="어떤 촬영을 원하시나요?"
      choices={{ label: category?.label }}
      backTo={paths.reserve()}
      onSubmit={goOn}
      action={
        <Button type="submit" size="large">
          다음
        </Button>
      }
    >
      <ShootTypeCards
        value={category?.id ?? null}
        onChange={chooseCategory}
        photos={photos && toHomePhotoViews(photos)}
        categories={categories}
        error={isMissing && category === null ? SHOOT_TYPE_MESSAGE : undefined}
        firstRef={firstCard}
      />
    </BookingStep>
  );
};

export default ShootTypePage;

import { useStudio } from '#core/content/web/use-studio.ts';
import { withTopicParticle } from '#platform/contract/text/korean-particles.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { chooseCategory } from './booking-draft.ts';

/** Offers the other categories after the studio has hidden the chosen one. The form keeps what was typed. */
export const CategoryChoice = ({ hidden }: { hidden: string }) => (
  <div className="stack-3">
    <p>
      지금 {withTopicParticle(`‘${hidden}’ 촬영`)} 예약을 받지 않습니다. 다른 촬영을 선택하시면 입력하신 내용
      그대로 예약하실 수 있습니다.
    </p>
    <div className="row-2 wrap">
      {useStudio().categories.map((category) => (
        <Button key={category.id} variant="secondary" onClick={() => chooseCategory(category)}>
          {category.name}
        </Button>
      ))}
    </div>
  </div>
);

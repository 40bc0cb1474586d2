import { MapPin, Phone } from 'lucide-react';
import { useStudio } from '#web/shell/use-studio.ts';
import { callLink, mapLinks } from '#web/studio/contact-links.ts';
import styles from './meeting-place.module.css';

/** The studio's address with links to maps and its phone. */
export const MeetingPlace = () => {
  const { address, phone } = useStudio();
  return (
    <div className="stack-1">
      <p className={styles.line}>
        <MapPin size={18} aria-hidden="true" />
        <span>{address}</span>
      </p>
      <p className={styles.links}>
        {mapLinks(address).map(({ name, url }) => (
          <a key={name} href={url} target="_blank" rel="noopener noreferrer" aria-label={`${name} (새 창)`}>
            {name}
          </a>
        ))}
        <a href={callLink(phone)}>
          <Phone size={16} aria-hidden="true" /> {phone}
        </a>
      </p>
    </div>
  );
};

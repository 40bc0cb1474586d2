import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import styles from './preview-frame.module.css';

/** Height in CSS pixels of the previewed window. */
const HEIGHT = 800;

interface PreviewFrameProps {
  readonly title: string;
  /** Width in CSS pixels of the previewed window, which media queries see. */
  readonly width: number;
  /** A change of the element renders the frame anew. */
  readonly children: ReactNode;
}

/**
 * Copies the page's style sheets and the state that they depend on. The frame inherits the page's CSP, so it accepts the same style sheets.
 */
const copyStyles = (target: Document): void => {
  target.head.replaceChildren();
  for (const sheet of document.querySelectorAll('style, link[rel="stylesheet"]'))
    target.head.append(target.importNode(sheet, true));
  for (const { name, value } of document.documentElement.attributes)
    target.documentElement.setAttribute(name, value);
};

/**
 * Renders its children into a frame of the given width, scaled down to the space that it has. The frame has a React root of its own,
 * because routers cannot be nested.
 */
export const PreviewFrame = ({ title, width, children }: PreviewFrameProps) => {
  const box = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const [scale, setScale] = useState(1);

  useLayoutEffect(() => {
    const fit = (): void => setScale(Math.min(1, (box.current?.clientWidth ?? width) / width));
    fit();
    addEventListener('resize', fit);
    return () => removeEventListener('resize', fit);
  }, [width]);

  useEffect(() => {
    const inside = frame.current?.contentDocument;
    if (inside === null || inside === undefined) return;
    copyStyles(inside);
    const root = createRoot(inside.body.appendChild(inside.createElement('div')));
    root.render(children);
    return () => root.unmount();
  }, [children]);

  return (
    <div ref={box} className={styles.box} style={{ blockSize: HEIGHT * scale }}>
      <iframe
        ref={frame}
        title={title}
        className={styles.frame}
        style={{ inlineSize: width, blockSize: HEIGHT, scale }}
      />
    </div>
  );
};

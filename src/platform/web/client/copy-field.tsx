import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/form/text-field.tsx';
import { useCopyToClipboard } from './use-copy-to-clipboard.ts';

interface CopyFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  /** What is copied, with its particle: `링크를`. */
  readonly object: string;
}

/** A text that cannot be changed, with a button that copies it. */
export const CopyField = ({ object, ...field }: CopyFieldProps) => {
  const { copy, isCopied } = useCopyToClipboard(field.value);
  return (
    <TextField
      {...field}
      readOnly
      onFocus={({ target }) => target.select()}
      success={isCopied === true ? `${object} 복사했습니다.` : undefined}
      error={isCopied === false ? `복사하지 못했습니다. ${object} 길게 눌러 복사해 주세요.` : undefined}
      suffix={
        <Button variant="secondary" onClick={() => void copy()}>
          복사
        </Button>
      }
    />
  );
};

import { useRef } from 'react';
import { useController } from 'react-hook-form';
import {
  LOGO_HEIGHT,
  logoEndpoints,
  logoTypes,
  logoUploadLimits,
  logoUrl,
  logoWidth,
} from '#core/files/contract/logos.ts';
import { createLimitMessages } from '#core/files/contract/photo-uploads.ts';
import { privateFileEndpoints } from '#core/files/contract/private-files.ts';
import { uploadFile } from '#core/files/web/upload-file.ts';
import { ApiError } from '#platform/web/client/api/api.ts';
import { browserApi } from '#platform/web/client/api/browser-api.ts';
import { useAction } from '#platform/web/client/use-action.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import type { FieldProps } from './field-props.ts';
import styles from './logo-field.module.css';

/** Uploads a logo as the private pictures are. It is declared to be a PNG, so that a store does not serve an SVG as one. */
const uploadLogo = async (file: File): Promise<string> => {
  if (file.size > logoUploadLimits.bytes)
    throw new ApiError(400, { message: createLimitMessages(logoUploadLimits).tooLarge });
  const body = { fileName: 'logo.png', contentType: 'image/png' as const, contentLength: file.size };
  const target = await browserApi.call(privateFileEndpoints.createPictureUpload, { body });
  await uploadFile(file, target, () => undefined, new AbortController().signal);
  const { savedFileName } = target;
  return (await browserApi.call(logoEndpoints.saveLogo, { body: { savedFileName } })).logo;
};

/** Chooses a logo, and shows it on the backgrounds of both themes. */
export const LogoField = ({ field: { label, hint }, path }: FieldProps) => {
  const { field, fieldState } = useController({ name: path });
  const input = useRef<HTMLInputElement>(null);
  const { run, isRunning, report } = useAction();
  const value = field.value as string | null;
  const error = report?.text ?? fieldState.error?.message;
  return (
    <fieldset className="stack-3">
      <legend className="strong">{label}</legend>
      <p className="note">{hint}</p>
      {value !== null && (
        <div className="row-2 wrap">
          {(['light', 'dark'] as const).map((theme) => (
            <span key={theme} className={styles.paper} data-theme={theme}>
              <img
                src={logoUrl(value, '2x.png')}
                alt={theme === 'light' ? label : ''}
                width={logoWidth(value)}
                height={LOGO_HEIGHT}
              />
            </span>
          ))}
        </div>
      )}
      <div className="row-3 wrap middle">
        <Button variant="secondary" isLoading={isRunning} onClick={() => input.current?.click()}>
          {label} 파일 선택
        </Button>
        {value !== null && (
          <Button variant="quiet" onClick={() => field.onChange(null)}>
            {label} 지우기
          </Button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        accept={logoTypes.join(',')}
        aria-label={label}
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file !== undefined) void run(async () => field.onChange(await uploadLogo(file)));
          target.value = '';
        }}
      />
      {error !== undefined && <Notice tone="error">{error}</Notice>}
    </fieldset>
  );
};

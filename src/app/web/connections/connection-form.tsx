import { FormProvider, type FieldValues } from 'react-hook-form';
import { totpEndpoints } from '#core/auth/contract/totp.ts';
import { CurrentPasswordField } from '#core/auth/web/password-field.tsx';
import type { Fields } from '#core/content/contract/field.ts';
import { browserApi } from '#platform/web/client/api/browser-api.ts';
import { useApiQuery } from '#platform/web/client/api/queries.ts';
import { ApiForm } from '#platform/web/client/forms/api-form.tsx';
import { useApiForm } from '#platform/web/client/forms/use-api-form.ts';
import { useAction } from '#platform/web/client/use-action.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { connectionEndpoints, connectionFields, type Connection } from '../../contract/connections.ts';
import { SectionFields } from '../settings/section-form.tsx';

const { saveConnection, removeConnection } = connectionEndpoints;

interface ConnectionFormProps {
  readonly connection: Connection;
  readonly onSaved: () => void;
}

/** The fields of a connection, and what a change needs: the admin's password and, if the second factor is on, its code. */
export const ConnectionForm = ({ connection: { name, state, values }, onSaved }: ConnectionFormProps) => {
  const isStored = state === 'STORED';
  const fields: Fields = connectionFields[name];
  const names = Object.keys(fields);
  const hasSecondFactor = useApiQuery(totpEndpoints.totpState, {}).data?.isOn ?? false;
  const proofOf = ({ currentPassword, code }: FieldValues) => ({
    currentPassword: String(currentPassword),
    ...(hasSecondFactor && { code: String(code) }),
  });
  const form = useApiForm<FieldValues>({
    defaultValues: {
      ...Object.fromEntries(names.map((field) => [field, values[field] ?? fields[field]?.blank])),
      currentPassword: '',
      code: '',
    },
    names: [...names, 'currentPassword', 'code'],
    send: async (typed) => {
      const entered = Object.fromEntries(names.map((field) => [field, String(typed[field])]));
      await browserApi.call(saveConnection, {
        params: { name },
        body: { values: entered, ...proofOf(typed) },
      });
      onSaved();
    },
    failed: saveConnection.failed,
  });
  const removal = useAction();
  const remove = () =>
    removal.send(removeConnection, { params: { name }, body: proofOf(form.form.getValues()) });

  return (
    <FormProvider {...form.form}>
      <ApiForm form={form} submitLabel={isStored ? '변경 저장' : '저장하고 연결'}>
        {isStored && <p className="note">비밀 키는 다시 표시하지 않습니다. 비워 두면 그대로 유지합니다.</p>}
        <SectionFields fields={fields} />
        <CurrentPasswordField
          hint="지금 로그인한 관리자의 비밀번호입니다."
          {...form.field('currentPassword')}
        />
        {hasSecondFactor && (
          <TextField
            label="인증 앱의 코드"
            inputMode="numeric"
            autoComplete="one-time-code"
            {...form.field('code')}
          />
        )}
      </ApiForm>
      {removal.report !== null && <Notice tone={removal.report.tone}>{removal.report.text}</Notice>}
      {(isStored || state === 'UNREADABLE') && (
        <div>
          <Button variant="quiet" isLoading={removal.isRunning} onClick={() => void remove()}>
            연결 해제
          </Button>
        </div>
      )}
    </FormProvider>
  );
};

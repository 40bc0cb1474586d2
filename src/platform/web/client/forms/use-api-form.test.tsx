import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { ApiError } from '../api/api.ts';
import { useApiForm } from './use-api-form.ts';

const schema = z.object({ name: z.string().check(z.minLength(1, '이름을 입력해 주세요.')) });
type Values = z.output<typeof schema>;

/** Submits a form of one name. Resolves to what was sent and the error of the field. */
const submitForm = async (name: string, failure?: Error) => {
  const sent: Values[] = [];
  const opened: ReturnType<typeof useApiForm<Values, Values>>[] = [];
  const Page = () => {
    const form = useApiForm<Values, Values>({
      defaultValues: { name },
      schema,
      names: ['name'],
      send: (values) => {
        sent.push(values);
        return failure === undefined ? Promise.resolve() : Promise.reject(failure);
      },
    });
    opened.push(form);
    return null;
  };
  renderToString(<Page />);
  const [{ form, submit }] = opened as [(typeof opened)[number]];
  await submit();
  return { sent, error: form.getFieldState('name').error?.message };
};

it('a form sends valid values', async () => {
  expect(await submitForm('김민수')).toEqual({ sent: [{ name: '김민수' }], error: undefined });
});

it('a form with an invalid value sends nothing and shows the error on its field', async () => {
  expect(await submitForm('')).toEqual({ sent: [], error: '이름을 입력해 주세요.' });
});

it('a form shows an error of the server on the field that it names', async () => {
  const failure = new ApiError(409, { message: '입력 오류', fields: { name: '이미 있는 이름입니다.' } });
  expect((await submitForm('김민수', failure)).error).toBe('이미 있는 이름입니다.');
});

it('a failure that names no field marks none', async () => {
  expect((await submitForm('김민수', new ApiError(503, {}))).error).toBeUndefined();
});

it('while fields are empty, only the first one shows that it is missing', async () => {
  const passwords = z.object({ password: z.string(), confirmPassword: z.string() });
  const opened: ReturnType<typeof useApiForm<z.output<typeof passwords>>>[] = [];
  const Page = () => {
    opened.push(
      useApiForm({
        schema: passwords,
        missing: '모든 항목을 입력해주세요.',
        defaultValues: { password: '', confirmPassword: '' },
        names: ['password', 'confirmPassword'],
        send: () => Promise.reject(new Error('Not valid')),
      }),
    );
    return null;
  };
  renderToString(<Page />);
  const [{ form, submit }] = opened as [(typeof opened)[number]];
  await submit();
  const errors = (['password', 'confirmPassword'] as const).map(
    (name) => form.getFieldState(name).error?.message,
  );
  expect(errors).toEqual(['모든 항목을 입력해주세요.', undefined]);
});

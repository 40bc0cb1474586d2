import * as z from 'zod/mini';
import { sectionName } from '#core/content/contract/studio-settings.ts';
import { messageKind } from '#core/messages/contract/notifications.ts';
import { rateLimitOf, type Endpoint } from '#platform/contract/endpoint.ts';
import { errorBody, errors, type ErrorCode } from '#platform/contract/errors.ts';
import { allEndpoints, api } from './api.ts';
import { messageKinds, sectionNames } from './features.ts';

interface JsonSchema {
  readonly properties?: Record<string, JsonSchema>;
  readonly required?: readonly string[];
  readonly [key: string]: unknown;
}

/** The values of schemas that accept any text, because the features declare the values. */
const enumerations = new Map<z.core.$ZodType, readonly string[]>([
  [messageKind, Object.keys(messageKinds)],
  [sectionName, sectionNames],
]);

const schemaOf = (schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const names = enumerations.get(zodSchema);
      if (names !== undefined) jsonSchema.enum = [...names];
    },
  }) as JsonSchema;
  return rest;
};

const jsonContent = (schema: JsonSchema) => ({ 'application/json': { schema } });

const parametersOf = (location: 'path' | 'query', schema: z.ZodMiniType | undefined) => {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input');
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: property,
  }));
};

/** The error codes that the document names for an endpoint. Any endpoint may also return others, such as INTERNAL. */
const errorCodesOf = (endpoint: Endpoint): ErrorCode[] => {
  const hasInput = endpoint.params ?? endpoint.query ?? endpoint.body;
  return [
    ...(hasInput === undefined ? [] : ['INVALID_INPUT' as const]),
    ...(endpoint.access === 'public' || endpoint.access === 'optional' ? [] : ['UNAUTHENTICATED' as const]),
    ...(endpoint.access === 'member' || endpoint.access === 'admin' ? ['PROFILE_INCOMPLETE' as const] : []),
    ...(endpoint.access === 'admin' ? ['FORBIDDEN' as const] : []),
    ...(endpoint.errors ?? []),
    'TOO_MANY_REQUESTS',
    'UNAVAILABLE',
  ];
};

const errorResponses = (endpoint: Endpoint) => {
  const byStatus = new Map<number, string[]>();
  for (const code of new Set(errorCodesOf(endpoint))) {
    const { status, message } = errors[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), `${code}: ${message}`]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, lines]) => [
      String(status),
      { description: lines.join('\n\n'), content: jsonContent({ $ref: '#/components/schemas/Error' }) },
    ]),
  );
};

const successResponse = ({ response, status, produces }: Endpoint) =>
  response === undefined
    ? { 204: { description: '성공' } }
    : {
        [status ?? 200]: {
          description: '성공',
          content: { [produces ?? 'application/json']: { schema: schemaOf(response, 'output') } },
        },
      };

/** The body is optional if its schema accepts undefined, because the server parses an empty body as undefined. */
const requestBodyOf = (schema: z.ZodMiniType | undefined) =>
  schema === undefined
    ? {}
    : {
        requestBody: {
          required: !z.safeParse(schema, undefined).success,
          content: jsonContent(schemaOf(schema, 'input')),
        },
      };

const operationOf = (tag: string, name: string, endpoint: Endpoint) => ({
  operationId: name,
  tags: [tag],
  summary: endpoint.summary,
  security:
    endpoint.access === 'public'
      ? []
      : endpoint.access === 'optional'
        ? [{}, { bearer: [] }]
        : [{ bearer: [] }],
  parameters: [...parametersOf('path', endpoint.params), ...parametersOf('query', endpoint.query)],
  ...requestBodyOf(endpoint.body),
  responses: { ...successResponse(endpoint), ...errorResponses(endpoint) },
  'x-access': endpoint.access,
  'x-rate-limit': rateLimitOf(endpoint),
});

/** Builds the OpenAPI 3.1 document of all API endpoints. */
export const buildOpenApi = () => {
  const paths: Record<string, Record<string, ReturnType<typeof operationOf>>> = {};
  for (const [tag, group] of Object.entries(api)) {
    for (const [name, endpoint] of Object.entries(group)) {
      const path = (paths[endpoint.path] ??= {});
      path[endpoint.method.toLowerCase()] = operationOf(tag, name, endpoint);
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: '사진관 API', version: '1', description: `모두 ${allEndpoints.length}가지 요청` },
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Error: schemaOf(errorBody, 'output') },
    },
  };
};

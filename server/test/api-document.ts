import type { OpenAPIObject } from '@nestjs/swagger';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly example?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** The example of a media type: its own, or one built from the examples of the schema's properties. */
export function exampleOf(
  media: { readonly schema?: object; readonly example?: unknown; readonly examples?: object },
  document: Pick<OpenAPIObject, 'components'>,
): unknown {
  if (media.example !== undefined) return media.example;
  const [example] = Object.values(media.examples ?? {}) as { value: unknown }[];
  return example === undefined ? exampleOfSchema(media.schema ?? {}, document) : example.value;
}

/** @throws if a part has no example and none follows from its type. */
function exampleOfSchema(schema: Schema, document: Pick<OpenAPIObject, 'components'>): unknown {
  if ('example' in schema) return schema.example;
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return exampleOfSchema(document.components?.schemas?.[name] as Schema, document);
  }
  const [part] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? [];
  if (part !== undefined) return exampleOfSchema(part, document);
  if (schema.enum !== undefined) return schema.enum[0];
  const [type] = [schema.type].flat();
  if (type === 'array') return [exampleOfSchema(schema.items ?? {}, document)];
  if (type === 'boolean') return true;
  if (schema.properties !== undefined) {
    const entries = Object.entries(schema.properties).map(([name, property]) => {
      try {
        return [name, exampleOfSchema(property, document)];
      } catch (error) {
        throw new Error(`${name}: ${String(error)}`, { cause: error });
      }
    });
    return Object.fromEntries(entries);
  }
  throw new Error(`no example: ${JSON.stringify(schema)}`);
}

const METHODS = ['get', 'post', 'put', 'delete'] as const;

/** Forbids response fields that the document does not list, so that tests find them. */
export function forbidUnknownFields({ paths, components = {} }: OpenAPIObject): void {
  const schemas = (components.schemas ?? {}) as Record<string, Record<string, unknown>>;
  const referred = (node: object): string[] =>
    [...JSON.stringify(node).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) =>
      String(name),
    );
  const close = (name: string): void => {
    const schema = schemas[name];
    if (schema?.['type'] !== 'object' || 'additionalProperties' in schema) return;
    schema['additionalProperties'] = false;
    referred(schema).forEach(close);
  };
  const operations = Object.values(paths).flatMap((item) => METHODS.map((method) => item[method]));
  referred(operations.map((operation) => operation?.responses ?? {})).forEach(close);
}
